import { relative, sep } from 'node:path';
import { isTest, checkImport } from './arrows.mjs';
import { findPrivateWord } from './comments.mjs';
import { checkStatedReason, createLineCounter, checkFunctionLength } from './function-length.mjs';
import { checkName } from './names.mjs';

const getFile = (context) => relative(context.cwd, context.filename).split(sep).join('/');

const arrows = {
  create(context) {
    const file = getFile(context);
    const checkSpecifier = (node, source, typeOnly) => {
      if (typeof source?.value !== 'string') return;
      const message = checkImport({ file, specifier: source.value, typeOnly });
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => checkSpecifier(node, node.source, node.importKind === 'type'),
      ExportNamedDeclaration: (node) =>
        checkSpecifier(node, node.source, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => checkSpecifier(node, node.source, node.exportKind === 'type'),
      ImportExpression: (node) => checkSpecifier(node, node.source, false),
    };
  },
};

const isProcessEnv = (node) =>
  node.object.type === 'Identifier' &&
  node.object.name === 'process' &&
  (node.computed ? node.property.value === 'env' : node.property.name === 'env');

const environment = {
  create(context) {
    const message =
      'The environment is read once, in config.ts, and passed on as configuration (docs/architecture.md).';
    return {
      MemberExpression(node) {
        if (isProcessEnv(node)) context.report({ node, message });
      },
      ImportDeclaration(node) {
        if (!/^(node:)?process$/.test(node.source.value)) return;
        if (node.specifiers.some((specifier) => specifier.imported?.name === 'env')) {
          context.report({ node, message });
        }
      },
    };
  },
};

const bindsTx = (parameter) => {
  if (parameter.type === 'Identifier') return parameter.name === 'tx';
  if (parameter.type !== 'ObjectPattern') return false;
  return parameter.properties.some((property) => property.value?.name === 'tx');
};

/** Inside a transaction, the outer `db` waits for the connection that the transaction holds: a deadlock. */
const onlyTx = {
  create(context) {
    let depth = 0;
    const enterFunction = (node) => {
      if (node.params.some(bindsTx)) depth += 1;
    };
    const leaveFunction = (node) => {
      if (node.params.some(bindsTx)) depth -= 1;
    };
    const reportOuterDb = (node) =>
      context.report({
        node,
        message: 'Inside a transaction use only `tx`: the outer `db` waits for it for ever.',
      });
    return {
      ArrowFunctionExpression: enterFunction,
      'ArrowFunctionExpression:exit': leaveFunction,
      FunctionExpression: enterFunction,
      'FunctionExpression:exit': leaveFunction,
      FunctionDeclaration: enterFunction,
      'FunctionDeclaration:exit': leaveFunction,
      MemberExpression(node) {
        if (depth === 0) return;
        if (!node.computed && node.property.name === 'db') reportOuterDb(node);
        else if (node.object.type === 'Identifier' && node.object.name === 'db')
          reportOuterDb(node);
      },
      CallExpression(node) {
        if (depth === 0) return;
        for (const argument of node.arguments) {
          if (argument.type === 'Identifier' && argument.name === 'db') reportOuterDb(argument);
        }
      },
    };
  },
};

const DISABLE = /^\s*(?:(?:oxlint|eslint)-disable(?:-next-line|-line)?|@ts-expect-error)\b(.*)$/s;

const explainedDisable = {
  create(context) {
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          const rest = DISABLE.exec(value)?.[1];
          if (rest === undefined) continue;
          const rules = rest.split('--')[0].trim();
          if (rules.includes('house/long-function'))
            context.report({ loc, message: 'No reason makes a function longer than 80 lines.' });
          else if (rules === '' && !value.includes('@ts-expect-error'))
            context.report({
              loc,
              message: 'Name the rule: a directive without one disables all.',
            });
          else if (!/--\s*\S{3,}/.test(rest))
            context.report({
              loc,
              message:
                'Say why: `oxlint-disable-next-line rule -- reason`, `@ts-expect-error -- reason`.',
            });
        }
      },
    };
  },
};

const LIMITS = new Set(['min', 'max', 'minLength', 'maxLength']);

const isNumber = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'number') ||
  (node?.type === 'UnaryExpression' && isNumber(node.argument));

/** A number repeated here and in the contract's schema would diverge sooner or later. */
const sharedLimits = {
  create(context) {
    return {
      JSXAttribute(node) {
        if (LIMITS.has(node.name.name) && isNumber(node.value?.expression))
          context.report({
            node,
            message: 'A limit of input comes from packages/contract/src/limits/.',
          });
      },
    };
  },
};

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

const isProduction = (file) =>
  /^(?:apps|packages)\//.test(file) &&
  !isTest(file) &&
  !/\/testing-[\w-]+\.ts$|\/migrations\//.test(file);

const names = {
  create(context) {
    const isStrict = isProduction(getFile(context));
    const checkDeclaredName = (node, id, isFunction) => {
      if (id?.type !== 'Identifier') return;
      const message = checkName({ name: id.name, isFunction, isStrict });
      if (message !== null) context.report({ node, message });
    };
    return {
      VariableDeclarator: (node) =>
        checkDeclaredName(node, node.id, FUNCTIONS.has(node.init?.type)),
      FunctionDeclaration: (node) => checkDeclaredName(node, node.id, true),
    };
  },
};

const comments = {
  create(context) {
    if (!isProduction(getFile(context))) return {};
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const word = findPrivateWord(comment.value);
          if (word === null) continue;
          context.report({
            loc: comment.loc,
            message: `Say it in plain present tense, without “${word}”: an invariant, a unit, a reason.`,
          });
        }
      },
    };
  },
};

const isNamed = ({ type, parent }) => {
  if (type === 'FunctionDeclaration') return true;
  const holder = parent?.type === 'CallExpression' ? parent.parent : parent;
  return /^(?:VariableDeclarator|Property|PropertyDefinition|MethodDefinition)$/.test(holder?.type);
};

/** The length of a function is known only at the end of the file, when all its markup is known. */
const createLengthRule = (getMessage) => ({
  create(context) {
    const functions = [];
    const markup = [];
    let depth = 0;
    const enterFunction = (node) => {
      if (isNamed(node)) functions.push(node);
    };
    const enterMarkup = (node) => {
      if (depth === 0) markup.push(node.loc);
      depth += 1;
    };
    const leaveMarkup = () => {
      depth -= 1;
    };
    return {
      ArrowFunctionExpression: enterFunction,
      FunctionExpression: enterFunction,
      FunctionDeclaration: enterFunction,
      JSXElement: enterMarkup,
      'JSXElement:exit': leaveMarkup,
      JSXFragment: enterMarkup,
      'JSXFragment:exit': leaveMarkup,
      'Program:exit'() {
        const { text } = context.sourceCode;
        const comments = context.sourceCode.getAllComments().map(({ loc }) => loc);
        const count = createLineCounter({ text, comments, markup });
        for (const node of functions) {
          const message = getMessage(count(node.loc));
          if (message !== null) context.report({ node, message });
        }
      },
    };
  },
});

export default {
  meta: { name: 'house' },
  rules: {
    arrows,
    environment,
    names,
    comments,
    'only-tx': onlyTx,
    'explained-disable': explainedDisable,
    'shared-limits': sharedLimits,
    'function-length': createLengthRule(checkStatedReason),
    'long-function': createLengthRule(checkFunctionLength),
  },
};
