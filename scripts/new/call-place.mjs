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

export const parseName = (tree, typedName) => {
  const parts = typedName.split('/');
  if (parts.length === 1)
    throw new Refusal(`“${typedName}”: which area? ${usage}\nAreas: ${listAreas(tree).join(', ')}`);
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
  const knownLayer = findLayer(tree, area);
  const layer = parts.pop() ?? knownLayer;
  if (layer === undefined)
    throw new Refusal(`There is no area ${area}. To begin it: ${layers.join('|')}/${area}/${name}`);
  if (parts.length > 0 || !layers.includes(layer))
    throw new Refusal(`“${typedName}”: the layer is one of ${layers.join(', ')}`);
  if (knownLayer !== undefined && knownLayer !== layer)
    throw new Refusal(`The area ${area} is in the layer ${knownLayer}`);
  return { layer, area, name, isNewArea: knownLayer === undefined };
};

/** Names that a file imports from a module. */
const listImports = (text, module) => {
  const match = new RegExp(`import \\{([^}]*)\\} from '${module}';`).exec(text);
  return (match?.[1] ?? '').split(',').flatMap((name) => /^\s*(\w+)\s*$/.exec(name)?.[1] ?? []);
};

/** Folder that exports a verb; undefined when it does not exist. */
export const findExportFolder = (tree, verb) => {
  const index = tree.read(INDEX);
  const match = new RegExp(`export \\{[^}]*\\b${verb}\\b[^}]*\\} from '\\./(.+)/[^/]+\\.ts';`).exec(
    index,
  );
  if (match) return match[1];
  const folders = Array.from(
    index.matchAll(/export \* from '\.\/(.+)\/index\.ts';/g),
    ([, folder]) => folder,
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
  const [max] = [...counts].toSorted(([, a], [, b]) => b - a);
  return max?.[0] ?? `${layer}/${area}`;
};
