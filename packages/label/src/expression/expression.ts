import { parseCivilDate } from './civil.ts';
import { ExpressionError } from './error.ts';
import { evaluateExpression, requireCondition, type Scope } from './evaluate.ts';
import { listFormulaFieldNames, type Node, parseFormula } from './parse.ts';
import { formatFormulaValue, type Value } from './value.ts';

export type Expression = {
  /** Names of the fields the formula uses, in order of appearance. */
  fields: readonly string[];
  /** Evaluates to the printed text. @throws ExpressionError */
  evaluateToText: (scope: Scope) => string;
  /** Whether the condition holds. @throws ExpressionError, also for a value that is no condition */
  evaluateToCondition: (scope: Scope) => boolean;
};

/** Cache size: more than the formulas of one page or one batch. */
const MAX_CACHED = 2000;
const expressionCache = new Map<string, Expression | ExpressionError>();

function createEvaluableExpression(node: Node): Expression {
  const evaluateWith = <Result>(scope: Scope, read: (value: Value) => Result): Result => {
    const { depth } = scope.usage;
    try {
      return read(evaluateExpression(node, scope));
    } finally {
      // An error may leave `depth` at any level.
      scope.usage.depth = depth;
    }
  };
  return {
    fields: listFormulaFieldNames(node),
    evaluateToText: (scope) => evaluateWith(scope, formatFormulaValue),
    evaluateToCondition: (scope) =>
      evaluateWith(scope, (value) => requireCondition(node, value, scope)),
  };
}

function parseFormulaOrError(source: string): Expression | ExpressionError {
  try {
    return createEvaluableExpression(parseFormula(source));
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

/** Returns the parsed formula from the cache. @throws ExpressionError and nothing else */
export function parseFormulaWithCache(source: string): Expression {
  let cachedExpression = expressionCache.get(source);
  if (cachedExpression === undefined) {
    cachedExpression = parseFormulaOrError(source);
    if (expressionCache.size >= MAX_CACHED) expressionCache.clear();
    expressionCache.set(source, cachedExpression);
  }
  if (cachedExpression instanceof ExpressionError) throw cachedExpression;
  return cachedExpression;
}

/**
 * Parses the submission time of a batch, `2026-11-23T14:05:09`, in the member's time zone. @throws
 * ExpressionError
 */
export function parseBatchTime(at: string): NonNullable<Scope['at']> {
  const date = parseCivilDate(at);
  if (date === undefined) throw new ExpressionError(`“${at}”不是时间`);
  return date;
}

/**
 * Returns the syntax error and its position in UTF-16 units from 0; undefined for a valid formula.
 */
export function checkFormula(
  source: string,
): { message: string; at: number | undefined } | undefined {
  try {
    parseFormulaWithCache(source);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message, at: error.at };
    throw error;
  }
}
