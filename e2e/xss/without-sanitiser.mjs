// `node --import` of a server under test: its Markdown renderer answers the source as it is, as if the sanitiser were
// not there. Only the test's own child process loads this; the product has no such switch.
import { registerHooks } from 'node:module';

const RENDERER = /\/packages\/services\/src\/platform\/markdown\/markdown\.ts$/;
const EXPORTS = /^export const (\w+)/gm;

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!RENDERER.test(url)) return loaded;
    const real = JSON.stringify(`${url}?real`);
    const code = [`import * as real from ${real};`, `export * from ${real};`];
    const identity = [...String(loaded.source).matchAll(EXPORTS)]
      .map(([, name]) => name)
      .filter((name) => name.startsWith('render'));
    if (identity.length === 0) throw new Error('no renderer to take away');
    code.push(
      'const raw = (made, source) => typeof made === "string" ? source : { ...made, html: source };',
    );
    for (const name of identity)
      code.push(
        `export const ${name} = (source, ...rest) => raw(real.${name}(source, ...rest), source);`,
      );
    return { ...loaded, format: 'module', source: code.join('\n') };
  },
});
