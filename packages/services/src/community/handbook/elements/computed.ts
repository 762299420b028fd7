import { FORMULA_LENGTH, SERIAL_STEP, SERIAL_WIDTH } from '@yunbiao/contract/limits/template';
import type { ElementHelp } from '../help.ts';
import { createBox, createElementLabelTemplate, createText } from './samples.ts';

/** Values computed or counted per label. */
export const COMPUTED = {
  formula: {
    title: '公式',
    also: ['计算', '日期', '保质期', '条件', '拼接', '大写金额', '单价乘重量'],
    use: '金额、保质期、今天的日期、有就打印没有就空：写一个公式，不用每张填。',
    about: [
      '写法像电子表格，函数用中文名或英文名都行。数是精确的十进制，钱不会差一分。',
      '今天是提交那一批的那天。算好的结果和标签存在一起，一年后补打印还是那一天。',
      '每个元素和组合都有“什么时候打印”：危险图标只在易燃品那几行打印，别的行就没有它，也不占地方。',
    ],
    holds: '{{小数(单价 * 重量)}} 这样的写法',
    facts: [
      { label: '能算的', value: '加减乘除、四舍五入、日期加减、条件、取几个字、补 0、校验位' },
      { label: '长度', value: `一个公式最多 ${FORMULA_LENGTH} 个字` },
      { label: '算不出', value: '提交时就说是哪一行、哪一栏，那一批一张都不打印' },
    ],
    mistakes: [
      { seen: '单价空着，金额打印成 0', mend: '在这里不会：有空的，算出来也是空的。' },
      { seen: '没写引号的字提示没有这一栏', mend: '公式里的字要放进引号：单价 & "元"。' },
    ],
    sample: {
      alt: '单价乘重量得出金额，生产日期加月份得出保质期，没有填的产地整行空着',
      template: createElementLabelTemplate(
        44,
        28,
        [
          createText('{{品名}}', [2, 2, 24, 5], { sizeMm: 4.5, weight: 700 }),
          createText('{{单价}} 元/kg × {{重量}} kg', [2, 8.5, 40, 3], { sizeMm: 2.75 }),
          createText('￥{{小数(单价 * 重量)}}', [2, 12.4, 40, 7], { sizeMm: 7, weight: 700 }),
          createText('{{如果(为空(产地), "", "产地：" & 产地)}}', [28, 3, 14, 3], { sizeMm: 2.5 }),
          createText(
            '保质期至 {{日期格式(加月(今天(), 6) - 1, "yyyy年M月d日")}}',
            [2, 22.6, 40, 3],
            {
              sizeMm: 2.75,
            },
          ),
        ],
        [
          { name: '品名', label: '品名', sample: '红富士' },
          { name: '单价', label: '单价', sample: '12.8' },
          { name: '重量', label: '重量', sample: '0.535' },
          { name: '产地', label: '产地', sample: '' },
        ],
      ),
    },
  },
  serial: {
    title: '流水号',
    also: ['序号', '自动编号', '箱号', '连号', '跳号'],
    use: '箱号、票号、资产号：一张加一号，两台电脑同时打印也不会重。',
    about: [
      '号由服务器一次领一段，和那一批一起保存好；领过的号不再给别人。',
      '前缀、日期和校验位用公式接上。每天、每月、每年可以从头数。',
    ],
    holds: '数字、十六进制、字母，或者自己定的一串字符',
    facts: [
      { label: '位数', value: `最多 ${SERIAL_WIDTH.max} 位，前面补 0；0 表示要几位就几位` },
      { label: '每次加', value: `${SERIAL_STEP.min} 到 ${SERIAL_STEP.max}` },
      { label: '重新打印', value: '还是原来的号' },
      { label: '缺号', value: '领了没有打印出来的号列得出来，后面写着是哪一批' },
    ],
    mistakes: [
      { seen: '第二天又从 1 数，和昨天重了', mend: '按天从头数的号，前面要用公式接上日期。' },
      { seen: '号用完了，那一批被拒绝', mend: '位数加大一位再打印。云标不会自己变长。' },
    ],
    sample: {
      alt: '箱号由字母、日期和四位流水号接成，下面是同一个号的条码',
      template: createElementLabelTemplate(
        44,
        24,
        [
          createText('{{箱号}}', [2, 2.2, 40, 4.4], { sizeMm: 4, weight: 700 }),
          {
            type: 'code128',
            ...createBox('code', [0, 8, 44, 14]),
            content: '{{箱号}}',
            showText: true,
            textSizeMm: 2.5,
          },
        ],
        [
          { name: '流水', label: '流水号', sample: '0017' },
          {
            name: '箱号',
            label: '箱号',
            sample: 'X260105-0017',
            formula: '"X" & 日期格式(今天(), "yyMMdd") & "-" & 流水',
          },
        ],
      ),
    },
  },
} as const satisfies Partial<Record<string, ElementHelp>>;
