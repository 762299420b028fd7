// Places of a call's declaration and of its verb.
import { Refusal, requireName } from './edit.mjs';

export const usage =
  'call [layer/]area/name [--audience public|member|key] [--method GET|POST|PUT]';

export const CALLS = 'packages/contract/src/calls';
export const HANDLERS = 'apps/server/src/api/handlers';
export const SERVICES = 'packages/services/src';
export const INDEX = `${SERVICES}/index.ts`;

const listLayers = (tree) => tree.list(CALLS).filter((name) => !name.includes('.'));

const listAreas = (tree) =>
  listLayers(tree)
    .flatMap((layer) => tree.list(`${HANDLERS}/${layer}`))
    .flatMap((file) => /^([a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted();

const findLayer = (tree, area) =>
  listLayers(tree).find((layer) => tree.exists(`${CALLS}/${layer}/${area}.ts`));

export const parseName = (tree, written) => {
  const parts = written.split('/');
  if (parts.length === 1)
    throw new Refusal(`“${written}”: which area? ${usage}\nAreas: ${listAreas(tree).join(', ')}`);
  const name = requireName(
    parts.pop() ?? '',
    /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/,
    'a call in camel case, like noteList',
  );
  const area = requireName(
    parts.pop() ?? '',
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    'area/name, the area in kebab case, like notice/noteList',
  );
  const layers = listLayers(tree);
  const known = findLayer(tree, area);
  const layer = parts.pop() ?? known;
  if (layer === undefined)
    throw new Refusal(`There is no area ${area}. To begin it: ${layers.join('|')}/${area}/${name}`);
  if (parts.length > 0 || !layers.includes(layer))
    throw new Refusal(`“${written}”: the layer is one of ${layers.join(', ')}`);
  if (known !== undefined && known !== layer)
    throw new Refusal(`The area ${area} is in the layer ${known}`);
  return { layer, area, name, isNewArea: known === undefined };
};

/** Names that a file imports from a module. */
const listImports = (text, module) => {
  const found = new RegExp(`import \\{([^}]*)\\} from '${module}';`).exec(text);
  return (found?.[1] ?? '').split(',').flatMap((one) => /^\s*(\w+)\s*$/.exec(one)?.[1] ?? []);
};

/** Folder that exports a verb; undefined when it does not exist. */
export const findExportFolder = (tree, verb) => {
  const index = tree.read(INDEX);
  const own = new RegExp(`export \\{[^}]*\\b${verb}\\b[^}]*\\} from '\\./(.+)/[^/]+\\.ts';`).exec(
    index,
  );
  if (own) return own[1];
  const folders = Array.from(
    index.matchAll(/export \* from '\.\/(.+)\/index\.ts';/g),
    ([, one]) => one,
  );
  return folders.find((folder) =>
    new RegExp(`\\b${verb}\\b`).test(tree.read(`${SERVICES}/${folder}/index.ts`)),
  );
};

/** Folder for the verb: the one with most verbs of the area, else one with the area's name. */
export const findVerbFolder = (tree, { layer, area, isNewArea }) => {
  if (isNewArea) return `${layer}/${area}`;
  const handlers = tree.read(`${HANDLERS}/${layer}/${area}.ts`);
  const counts = new Map();
  for (const verb of listImports(handlers, '@yunbiao/services')) {
    const folder = findExportFolder(tree, verb);
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? `${layer}/${area}`;
};
