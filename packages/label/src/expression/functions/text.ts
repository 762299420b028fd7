import { ExpressionError } from '../error.ts';
import { integerToDecimal } from '../decimal.ts';
import { createNumberValue, toTextValue, formatFormulaValue } from '../value.ts';
import { computeCheckCharacter } from './check-character.ts';
import {
  type FunctionDefinition,
  type FunctionInputs,
  MAX_INPUTS,
  MAX_TEXT_LENGTH,
} from './definition.ts';

const COUNT_BOUNDS = { min: 0, max: MAX_TEXT_LENGTH, otherwise: 0 };

/** Splits by code points: a character outside the BMP counts as one. */
const splitInputCharacters = (inputs: FunctionInputs): string[] => Array.from(inputs.getText(0));

function computeTextPadding(
  inputs: FunctionInputs,
  otherwise: string,
): { text: string; fill: string } {
  const width = inputs.getInteger(1, COUNT_BOUNDS);
  const fill = inputs.count > 2 ? inputs.getText(2) : otherwise;
  const [padding, ...extraCharacters] = Array.from(fill);
  if (padding === undefined || extraCharacters.length > 0)
    throw new ExpressionError('补位用的字要正好一个');
  return {
    text: inputs.getText(0),
    fill: padding.repeat(Math.max(0, width - splitInputCharacters(inputs).length)),
  };
}

/**
 * Checks the result's length before building it: the replacement of a single letter may be long.
 */
function replaceTextWithinLimit(text: string, searched: string, by: string): string {
  if (searched === '') throw new ExpressionError('替换：要替换的不能是空的');
  const parts = text.split(searched);
  if (text.length + (parts.length - 1) * (by.length - searched.length) > MAX_TEXT_LENGTH)
    throw new ExpressionError(`替换出来超过 ${MAX_TEXT_LENGTH} 个字`);
  return parts.join(by);
}

/** Percent-encodes all but the unreserved characters (RFC 3986, 2.3). */
function encodeUriText(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (encoded.length > MAX_TEXT_LENGTH)
    throw new ExpressionError(`网址编码出来超过 ${MAX_TEXT_LENGTH} 个字`);
  return encoded;
}

export const TEXT: readonly FunctionDefinition[] = [
  {
    name: '连接',
    english: 'CONCAT',
    group: '文字',
    usage: '连接(内容, 内容, …)',
    says: '接在一起，和 & 一样。',
    example: ['连接("A-", 5)', 'A-5'],
    inputs: [1, MAX_INPUTS],
    run: (inputs) =>
      toTextValue(
        Array.from({ length: inputs.count }, (_, index) =>
          formatFormulaValue(inputs.getValue(index)),
        ).join(''),
      ),
  },
  {
    name: '大写字母',
    english: 'UPPER',
    group: '文字',
    usage: '大写字母(文字)',
    says: '英文字母全换成大写。',
    example: ['大写字母("kg-5")', 'KG-5'],
    inputs: [1, 1],
    run: (inputs) => toTextValue(inputs.getText(0).toUpperCase()),
  },
  {
    name: '小写字母',
    english: 'LOWER',
    group: '文字',
    usage: '小写字母(文字)',
    says: '英文字母全换成小写。',
    example: ['小写字母("KG-5")', 'kg-5'],
    inputs: [1, 1],
    run: (inputs) => toTextValue(inputs.getText(0).toLowerCase()),
  },
  {
    name: '左',
    english: 'LEFT',
    group: '文字',
    usage: '左(文字, 个数)',
    says: '最前面几个字；个数不写就是 1 个。',
    example: ['左("6901234567892", 3)', '690'],
    inputs: [1, 2],
    run: (inputs) =>
      toTextValue(
        splitInputCharacters(inputs)
          .slice(0, inputs.getInteger(1, { ...COUNT_BOUNDS, otherwise: 1 }))
          .join(''),
      ),
  },
  {
    name: '右',
    english: 'RIGHT',
    group: '文字',
    usage: '右(文字, 个数)',
    says: '最后面几个字；个数不写就是 1 个。',
    example: ['右("6901234567892", 4)', '7892'],
    inputs: [1, 2],
    run: (inputs) => {
      const allCharacters = splitInputCharacters(inputs);
      const count = inputs.getInteger(1, { ...COUNT_BOUNDS, otherwise: 1 });
      return toTextValue(allCharacters.slice(Math.max(0, allCharacters.length - count)).join(''));
    },
  },
  {
    name: '中间',
    english: 'MID',
    group: '文字',
    usage: '中间(文字, 从第几个, 个数)',
    says: '从第几个字起的几个字；第一个字是 1。',
    example: ['中间("A-05-2", 3, 2)', '05'],
    inputs: [3, 3],
    run: (inputs) => {
      const from = inputs.getInteger(1, { min: 1, max: MAX_TEXT_LENGTH, otherwise: 1 }) - 1;
      return toTextValue(
        splitInputCharacters(inputs)
          .slice(from, from + inputs.getInteger(2, COUNT_BOUNDS))
          .join(''),
      );
    },
  },
  {
    name: '左补',
    english: 'PADLEFT',
    group: '文字',
    usage: '左补(文字, 位数, 用什么补)',
    says: '不够位数就在前面补；补什么不写就补 0。',
    example: ['左补(42, 6)', '000042'],
    inputs: [2, 3],
    run: (inputs) => {
      const { text, fill } = computeTextPadding(inputs, '0');
      return toTextValue(fill + text);
    },
  },
  {
    name: '右补',
    english: 'PADRIGHT',
    group: '文字',
    usage: '右补(文字, 位数, 用什么补)',
    says: '不够位数就在后面补；补什么不写就补空格。',
    example: ['右补("A", 3, "*")', 'A**'],
    inputs: [2, 3],
    run: (inputs) => {
      const { text, fill } = computeTextPadding(inputs, ' ');
      return toTextValue(text + fill);
    },
  },
  {
    name: '去空格',
    english: 'TRIM',
    group: '文字',
    usage: '去空格(文字)',
    says: '去掉前后的空格，中间连着的几个留一个。',
    example: ['去空格("  红  富士 ")', '红 富士'],
    inputs: [1, 1],
    run: (inputs) => toTextValue(inputs.getText(0).trim().replaceAll(/\s+/g, ' ')),
  },
  {
    name: '替换',
    english: 'SUBSTITUTE',
    group: '文字',
    usage: '替换(文字, 找什么, 换成什么)',
    says: '每一处都换；换成 "" 就是删除。',
    example: ['替换("138-0000-0000", "-", "")', '13800000000'],
    inputs: [3, 3],
    run: (inputs) =>
      toTextValue(replaceTextWithinLimit(inputs.getText(0), inputs.getText(1), inputs.getText(2))),
  },
  {
    name: '网址编码',
    english: 'ENCODEURL',
    group: '文字',
    usage: '网址编码(文字)',
    says: '写进网址里的字：字母、数字和 - . _ ~ 以外的写成 % 开头的编码。',
    example: ['网址编码("A/1 批")', 'A%2F1%20%E6%89%B9'],
    inputs: [1, 1],
    run: (inputs) => toTextValue(encodeUriText(inputs.getText(0))),
  },
  {
    name: '长度',
    english: 'LEN',
    group: '文字',
    usage: '长度(文字)',
    says: '有几个字。',
    example: ['长度("云标 60×40")', '8'],
    inputs: [1, 1],
    run: (inputs) => createNumberValue(integerToDecimal(splitInputCharacters(inputs).length)),
  },
  {
    name: '校验位',
    english: 'CHECKDIGIT',
    group: '文字',
    usage: '校验位(文字, 算法)',
    says: '算出要跟在后面的那一位；算法是 "GS1"（不写就是它）、"LUHN"、"43"（Code 39）、"11-10" 或 "37-36"。',
    example: ['"690123456789" & 校验位("690123456789")', '6901234567892'],
    inputs: [1, 2],
    run: (inputs) =>
      toTextValue(
        computeCheckCharacter(inputs.getText(0), inputs.count > 1 ? inputs.getText(1) : 'GS1'),
      ),
  },
];
