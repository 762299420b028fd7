import { ExpressionError } from '../error.ts';
import { toTextValue } from '../value.ts';
import type { FunctionDefinition } from './definition.ts';
import { HAZARD_STATEMENTS, PRECAUTIONARY_STATEMENTS, splitStatementCodes } from './ghs-phrases.ts';

/** The statements of codes, each with its full stop. */
function writeStatements(text: string, statements: Readonly<Record<string, string>>): string {
  return splitStatementCodes(text)
    .map((code) => {
      const statement = Object.hasOwn(statements, code) ? statements[code] : undefined;
      if (statement === undefined)
        throw new ExpressionError(`没有收录 ${code.slice(0, 20)} 的说明，请把这一句直接写在标签上`);
      return `${statement}。`;
    })
    .join('');
}

/** Statements of chemicals by their codes. */
export const CHEMICAL: readonly FunctionDefinition[] = [
  {
    name: '危险说明',
    english: 'HAZARDS',
    group: '文字',
    usage: '危险说明(代码)',
    says: 'GHS 危险说明的文字；几个代码用空格隔开，没有收录的会说是哪一个。',
    example: ['危险说明("H225 H319")', '高度易燃液体和蒸气。造成严重眼刺激。'],
    inputs: [1, 1],
    run: (inputs) => toTextValue(writeStatements(inputs.getText(0), HAZARD_STATEMENTS)),
  },
  {
    name: '防范说明',
    english: 'PRECAUTIONS',
    group: '文字',
    usage: '防范说明(代码)',
    says: 'GHS 防范说明的文字；没有收录的会说是哪一个。',
    example: ['防范说明("P102 P405")', '切勿让儿童接触。存放处须加锁。'],
    inputs: [1, 1],
    run: (inputs) => toTextValue(writeStatements(inputs.getText(0), PRECAUTIONARY_STATEMENTS)),
  },
];
