import { relative, sep } from 'node:path';
import { refuseImport } from './arrows.mjs';
import { refuseName } from './names.mjs';

const getFile = (context) => relative(context.cwd, context.filename).split(sep).join('/');

const arrows = {
  create(context) {
    const file = getFile(context);
    const check = (node, source, typeOnly) => {
      if (typeof source?.value !== 'string') return;
      const message = refuseImport({ file, specifier: source.value, typeOnly });
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source, false),
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
        if (node.specifiers.some((one) => one.imported?.name === 'env')) {
          context.report({ node, message });
        }
      },
    };
  },
};

const bindsTx = (parameter) => {
  if (parameter.type === 'Identifier') return parameter.name === 'tx';
  if (parameter.type !== 'ObjectPattern') return false;
  return parameter.properties.some((one) => one.value?.name === 'tx');
};

/** The outer `db` inside a transaction waits for the connection the transaction holds: for ever. */
const onlyTx = {
  create(context) {
    let depth = 0;
    const enter = (node) => {
      if (node.params.some(bindsTx)) depth += 1;
    };
    const leave = (node) => {
      if (node.params.some(bindsTx)) depth -= 1;
    };
    const report = (node) =>
      context.report({
        node,
        message: 'Inside a transaction use only `tx`: the outer `db` waits for it for ever.',
      });
    return {
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      MemberExpression(node) {
        if (depth === 0) return;
        if (!node.computed && node.property.name === 'db') report(node);
        else if (node.object.type === 'Identifier' && node.object.name === 'db') report(node);
      },
      CallExpression(node) {
        if (depth === 0) return;
        for (const one of node.arguments) {
          if (one.type === 'Identifier' && one.name === 'db') report(one);
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
        for (const comment of context.sourceCode.getAllComments()) {
          const rest = DISABLE.exec(comment.value)?.[1];
          if (rest === undefined || /--\s*\S{3,}/.test(rest)) continue;
          context.report({
            loc: comment.loc,
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

/** A number here and one in the contract's schema part sooner or later. */
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

const names = {
  create(context) {
    const check = (node, id, isFunction) => {
      if (id?.type !== 'Identifier') return;
      const message = refuseName({ name: id.name, isFunction });
      if (message !== null) context.report({ node, message });
    };
    return {
      VariableDeclarator: (node) => check(node, node.id, FUNCTIONS.has(node.init?.type)),
      FunctionDeclaration: (node) => check(node, node.id, true),
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    arrows,
    environment,
    names,
    'only-tx': onlyTx,
    'explained-disable': explainedDisable,
    'shared-limits': sharedLimits,
  },
};
