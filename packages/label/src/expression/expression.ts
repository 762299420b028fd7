import { readCivil } from './civil.ts';
import { ExpressionError } from './error.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { fieldsIn, type Node, parseFormula } from './parse.ts';
import { writeValue } from './value.ts';

export type Expression = {
  /** The fields it uses, in order of appearance. */
  fields: readonly string[];
  /** What it prints. @throws ExpressionError */
  print: (scope: Scope) => string;
};

/** Formulas kept: more than the templates of a page or a batch have. */
const MAX_KEPT = 2000;
const kept = new Map<string, Expression | ExpressionError>();

function made(node: Node): Expression {
  const print = (scope: Scope): string => {
    const { depth } = scope.spent;
    try {
      return writeValue(evaluate(node, scope));
    } finally {
      // An error leaves from wherever it was.
      scope.spent.depth = depth;
    }
  };
  return { fields: fieldsIn(node), print };
}

function readOrError(source: string): Expression | ExpressionError {
  try {
    return made(parseFormula(source));
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

/** A formula, read once however often it is asked for. @throws ExpressionError and nothing else */
export function getExpression(source: string): Expression {
  let known = kept.get(source);
  if (known === undefined) {
    known = readOrError(source);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(source, known);
  }
  if (known instanceof ExpressionError) throw known;
  return known;
}

/** Reads the time of a batch, `2026-11-23T14:05:09`: the clock of the member's zone. @throws ExpressionError */
export function readAt(at: string): NonNullable<Scope['at']> {
  const date = readCivil(at);
  if (date === undefined) throw new ExpressionError(`“${at}”不是时间`);
  return date;
}

/** Why a formula cannot be read, and where, in UTF-16 units from 0; undefined for one that can. */
export function formulaTrouble(
  source: string,
): { message: string; at: number | undefined } | undefined {
  try {
    getExpression(source);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return { message: error.message, at: error.at };
    throw error;
  }
}
