import { ExpressionError } from '../error.ts';
import { isSameValue } from '../compare.ts';
import { BLANK, createConditionValue, isBlankText } from '../value.ts';
import { type FunctionDefinition, type FunctionInputs, MAX_INPUTS } from './definition.ts';

const listInputIndexes = ({ count }: FunctionInputs): number[] =>
  Array.from({ length: count }, (_, index) => index);

/** Arguments after the value: pairs of case and result, then an optional default. */
function chooseMatchingCase(inputs: FunctionInputs) {
  const value = inputs.getValue(0);
  let index = 1;
  for (; index + 1 < inputs.count; index += 2)
    if (isSameValue(value, inputs.getValue(index))) return inputs.getValue(index + 1);
  return index < inputs.count ? inputs.getValue(index) : BLANK;
}

export const LOGIC: readonly FunctionDefinition[] = [
  {
    name: '如果',
    english: 'IF',
    group: '条件',
    usage: '如果(条件, 是的话, 不是的话)',
    says: '条件成立打印前一个，不成立打印后一个；后一个不写就空着。',
    example: ['如果(12 > 10, "整箱", "散装")', '整箱'],
    inputs: [2, 3],
    run: (inputs) =>
      inputs.getCondition(0) ? inputs.getValue(1) : inputs.count > 2 ? inputs.getValue(2) : BLANK,
  },
  {
    name: '对应',
    english: 'SWITCH',
    group: '条件',
    usage: '对应(内容, 值, 打印什么, 值, 打印什么, …, 都不是的话)',
    says: '内容等于哪个值，就打印它后面那个。',
    example: ['对应("B", "A", "一等", "B", "二等", "等外")', '二等'],
    inputs: [3, MAX_INPUTS],
    run: chooseMatchingCase,
  },
  {
    name: '为空',
    english: 'ISBLANK',
    group: '条件',
    usage: '为空(内容)',
    says: '没有内容，或者只有空格。',
    example: ['如果(为空(""), "见包装", "有")', '见包装'],
    inputs: [1, 1],
    run: (inputs) => createConditionValue(isBlankText(inputs.getValue(0))),
  },
  {
    name: '首个非空',
    english: 'COALESCE',
    group: '条件',
    usage: '首个非空(内容, 内容, …)',
    says: '从前往后，第一个有内容的。',
    example: ['首个非空("", "备用")', '备用'],
    inputs: [1, MAX_INPUTS],
    run: (inputs) => {
      for (const index of listInputIndexes(inputs))
        if (!isBlankText(inputs.getValue(index))) return inputs.getValue(index);
      return BLANK;
    },
  },
  {
    name: '且',
    english: 'AND',
    group: '条件',
    usage: '且(条件, 条件, …)',
    says: '每个条件都成立。',
    example: ['如果(且(1 < 2, 2 < 3), "对", "错")', '对'],
    inputs: [1, MAX_INPUTS],
    run: (inputs) =>
      createConditionValue(listInputIndexes(inputs).every((index) => inputs.getCondition(index))),
  },
  {
    name: '或',
    english: 'OR',
    group: '条件',
    usage: '或(条件, 条件, …)',
    says: '有一个条件成立就行。',
    example: ['如果(或(1 > 2, 2 < 3), "对", "错")', '对'],
    inputs: [1, MAX_INPUTS],
    run: (inputs) =>
      createConditionValue(listInputIndexes(inputs).some((index) => inputs.getCondition(index))),
  },
  {
    name: '非',
    english: 'NOT',
    group: '条件',
    usage: '非(条件)',
    says: '条件不成立。',
    example: ['如果(非(1 > 2), "对", "错")', '对'],
    inputs: [1, 1],
    run: (inputs) => createConditionValue(!inputs.getCondition(0)),
  },
  {
    name: '包含',
    english: 'CONTAINS',
    group: '条件',
    usage: '包含(文字, 找什么)',
    says: '文字里有没有这一段；分大小写。',
    example: ['如果(包含("冷藏·牛奶", "冷藏"), "2–8 ℃", "常温")', '2–8 ℃'],
    inputs: [2, 2],
    run: (inputs) => {
      const searchText = inputs.getText(1);
      if (searchText === '') throw new ExpressionError('包含：要找的不能是空的');
      return createConditionValue(inputs.getText(0).includes(searchText));
    },
  },
];
