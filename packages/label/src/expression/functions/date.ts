import {
  addDays,
  addMonths,
  addSeconds,
  type CivilDate,
  createCivilDateIfExists,
  getDayOfYear,
  findEndOfMonth,
  getIsoWeek,
  getWeekday,
  toYearMonthDay,
} from '../civil.ts';
import { formatChineseDate, formatDateByPattern, formatWeekday } from '../date-format.ts';
import { integerToDecimal } from '../decimal.ts';
import { ExpressionError } from '../error.ts';
import { BLANK, toDateValue, createNumberValue, toTextValue, type Value } from '../value.ts';
import type { FunctionDefinition, FunctionInputs } from './definition.ts';

/** Covers any shelf life and the whole calendar. */
const OFFSET_BOUNDS = { min: -4_000_000, max: 4_000_000, otherwise: 0 };
const MINUTE_S = 60;

const requireDateInRange = (date: CivilDate | undefined): Value => {
  if (date === undefined) throw new ExpressionError('日期超出了公元 1 到 9999 年');
  return toDateValue(date);
};

/** Converts the date of an argument. A blank date gives a blank result. */
const mapDateInput = (inputs: FunctionInputs, make: (date: CivilDate) => Value): Value => {
  const date = inputs.getDate(0);
  return date === undefined ? BLANK : make(date);
};

const createDateShifter =
  (add: (date: CivilDate, count: number) => CivilDate | undefined) =>
  (inputs: FunctionInputs): Value =>
    mapDateInput(inputs, (date) =>
      requireDateInRange(add(date, inputs.getInteger(1, OFFSET_BOUNDS))),
    );

const createDatePartReader =
  (read: (date: CivilDate) => number) =>
  (inputs: FunctionInputs): Value =>
    mapDateInput(inputs, (date) => createNumberValue(integerToDecimal(read(date))));

const createDateFormatter =
  (write: (date: CivilDate) => string) =>
  (inputs: FunctionInputs): Value =>
    mapDateInput(inputs, (date) => toTextValue(write(date)));

function evaluateDateFunction(inputs: FunctionInputs): Value {
  if (inputs.count === 1) return mapDateInput(inputs, toDateValue);
  if (inputs.count === 2) throw new ExpressionError('日期要写成 日期(年, 月, 日)');
  const bounds = { min: 0, max: 9999, otherwise: 0 };
  const [year, month, day] = [0, 1, 2].map((index) => inputs.getInteger(index, bounds));
  const date = createCivilDateIfExists(year ?? 0, month ?? 0, day ?? 0);
  if (date === undefined) throw new ExpressionError(`没有 ${year} 年 ${month} 月 ${day} 日这一天`);
  return toDateValue(date);
}

function formatDateInput(inputs: FunctionInputs): Value {
  return mapDateInput(inputs, (date) => {
    const text = formatDateByPattern(date, inputs.getText(1));
    if (text === undefined)
      throw new ExpressionError(
        '日期格式里的字母只认 yyyy yy MM M dd d HH H mm m ss s DDD WW RRRR，别的字母放在单引号里',
      );
    return toTextValue(text);
  });
}

const SAMPLE_DATE = '"2026-11-23"';

export const DATE: readonly FunctionDefinition[] = [
  {
    name: '今天',
    english: 'TODAY',
    group: '日期',
    usage: '今天()',
    says: '提交这一批的那天；重新打印还是那天。',
    example: ['今天()', '2026-11-23'],
    inputs: [0, 0],
    run: ({ getNow }) => toDateValue({ day: getNow().day, second: undefined }),
  },
  {
    name: '现在',
    english: 'NOW',
    group: '日期',
    usage: '现在()',
    says: '提交这一批的日期和时间；重新打印还是那时。',
    example: ['现在()', '2026-11-23 14:05'],
    inputs: [0, 0],
    run: ({ getNow }) => toDateValue(getNow()),
  },
  {
    name: '日期',
    english: 'DATE',
    group: '日期',
    usage: '日期(文字) 或 日期(年, 月, 日)',
    says: '把 2026-11-23、2026/11/23、2026年11月23日、20261123 这样的文字当日期。',
    example: ['日期("2026年1月5日")', '2026-01-05'],
    inputs: [1, 3],
    run: evaluateDateFunction,
  },
  {
    name: '加天',
    english: 'ADDDAYS',
    group: '日期',
    usage: '加天(日期, 天数)',
    says: '几天以后；负数是以前。日期 + 天数也行，两个日期相减是天数。',
    example: [`加天(${SAMPLE_DATE}, 45)`, '2027-01-07'],
    inputs: [2, 2],
    run: createDateShifter(addDays),
  },
  {
    name: '加月',
    english: 'ADDMONTHS',
    group: '日期',
    usage: '加月(日期, 月数)',
    says: '几个月以后的同一天；没有那一天就是月底。',
    example: ['加月("2026-01-31", 1)', '2026-02-28'],
    inputs: [2, 2],
    run: createDateShifter(addMonths),
  },
  {
    name: '加年',
    english: 'ADDYEARS',
    group: '日期',
    usage: '加年(日期, 年数)',
    says: '几年以后的同一天；2 月 29 日在平年是 28 日。',
    example: ['加年("2028-02-29", 1)', '2029-02-28'],
    inputs: [2, 2],
    run: createDateShifter((date, years) => addMonths(date, years * 12)),
  },
  {
    name: '加分钟',
    english: 'ADDMINUTES',
    group: '日期',
    usage: '加分钟(日期, 分钟数)',
    says: '多少分钟以后，按钟面算。',
    example: ['加分钟("2026-11-23 23:50", 90)', '2026-11-24 01:20'],
    inputs: [2, 2],
    run: createDateShifter((date, minutes) => addSeconds(date, minutes * MINUTE_S)),
  },
  {
    name: '月末',
    english: 'EOMONTH',
    group: '日期',
    usage: '月末(日期, 几个月以后)',
    says: '那个月的最后一天；不写月数就是当月。',
    example: [`月末(${SAMPLE_DATE}, 3)`, '2027-02-28'],
    inputs: [1, 2],
    run: createDateShifter(findEndOfMonth),
  },
  {
    name: '日期格式',
    english: 'DATEFORMAT',
    group: '日期',
    usage: '日期格式(日期, 格式)',
    says: 'yyyy 年、yy 两位年、MM M 月、dd d 日、HH H 时、mm m 分、ss s 秒、DDD 一年里第几天、WW 周、RRRR 周所在的年。',
    example: [`日期格式(${SAMPLE_DATE}, "yyyy年M月d日")`, '2026年11月23日'],
    inputs: [2, 2],
    run: formatDateInput,
  },
  {
    name: '中文日期',
    english: 'CHINESEDATE',
    group: '日期',
    usage: '中文日期(日期)',
    says: '全用汉字。',
    example: [`中文日期(${SAMPLE_DATE})`, '二〇二六年十一月二十三日'],
    inputs: [1, 1],
    run: createDateFormatter(formatChineseDate),
  },
  {
    name: '星期',
    english: 'WEEKDAYNAME',
    group: '日期',
    usage: '星期(日期)',
    says: '星期几。',
    example: [`星期(${SAMPLE_DATE})`, '星期一'],
    inputs: [1, 1],
    run: createDateFormatter(formatWeekday),
  },
  {
    name: '星期数',
    english: 'WEEKDAY',
    group: '日期',
    usage: '星期数(日期)',
    says: '星期一是 1，星期日是 7。',
    example: [`星期数(${SAMPLE_DATE})`, '1'],
    inputs: [1, 1],
    run: createDatePartReader(getWeekday),
  },
  {
    name: '年',
    english: 'YEAR',
    group: '日期',
    usage: '年(日期)',
    says: '哪一年。',
    example: [`年(${SAMPLE_DATE})`, '2026'],
    inputs: [1, 1],
    run: createDatePartReader(({ day }) => toYearMonthDay(day).year),
  },
  {
    name: '月',
    english: 'MONTH',
    group: '日期',
    usage: '月(日期)',
    says: '几月。',
    example: [`月(${SAMPLE_DATE})`, '11'],
    inputs: [1, 1],
    run: createDatePartReader(({ day }) => toYearMonthDay(day).month),
  },
  {
    name: '日',
    english: 'DAY',
    group: '日期',
    usage: '日(日期)',
    says: '几号。',
    example: [`日(${SAMPLE_DATE})`, '23'],
    inputs: [1, 1],
    run: createDatePartReader(({ day }) => toYearMonthDay(day).day),
  },
  {
    name: '年内天数',
    english: 'DAYOFYEAR',
    group: '日期',
    usage: '年内天数(日期)',
    says: '一年里的第几天。',
    example: [`左补(年内天数(${SAMPLE_DATE}), 3)`, '327'],
    inputs: [1, 1],
    run: createDatePartReader(getDayOfYear),
  },
  {
    name: '周数',
    english: 'ISOWEEK',
    group: '日期',
    usage: '周数(日期)',
    says: '一年里的第几周（ISO 8601：星期一开始，有星期四的才算）。',
    example: [`周数(${SAMPLE_DATE})`, '48'],
    inputs: [1, 1],
    run: createDatePartReader((date) => getIsoWeek(date).week),
  },
  {
    name: '周年份',
    english: 'ISOWEEKYEAR',
    group: '日期',
    usage: '周年份(日期)',
    says: '周数所在的年，年头年尾可能和日期的年差一年。',
    example: ['周年份("2027-01-01")', '2026'],
    inputs: [1, 1],
    run: createDatePartReader((date) => getIsoWeek(date).year),
  },
];
