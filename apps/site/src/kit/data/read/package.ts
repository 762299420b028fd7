import { BROKEN, FileRefused } from './refused.ts';
import { createPartDecoder, readAttribute, simplifyXml } from './xml-text.ts';
import { normalizeName, unpackWhole, type ZipEntry } from './zip.ts';

/** Bytes a part may unpack to: a sheet; texts; what is small in every workbook. */
export const MAX_PART_BYTES = { sheet: 256_000_000, texts: 128_000_000, other: 16_000_000 };

export type Archive = { bytes: Uint8Array; entries: ReadonlyMap<string, ZipEntry> };

/** Where the parts of a workbook are that are read, whatever they are called and wherever they lie. */
export type Package = {
  /** XML, or the records of .xlsb. */
  kind: 'xml' | 'bin';
  workbook: ZipEntry;
  texts: ZipEntry | undefined;
  looks: ZipEntry | undefined;
  /** Sheets by the id the workbook names them by; charts and the like have no cells. */
  sheets: ReadonlyMap<string, { entry: ZipEntry | undefined; hasCells: boolean }>;
  /** The sheet of a place in the workbook, by the name such a part has, where no id leads to it. */
  findSheet: (at: number) => ZipEntry | undefined;
};

type Relation = { id: string; kind: string; path: string };

/** A small part of XML, simplified. */
export const readSmallPart = ({ bytes }: Archive, entry: ZipEntry): string => {
  const part = unpackWhole(bytes, entry, MAX_PART_BYTES.other);
  return simplifyXml(createPartDecoder(part).decode(part));
};

const splitPath = (path: string): { folder: string; name: string } => {
  const at = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, at), name: path.slice(at) };
};

const resolvePath = (folder: string, target: string): string => {
  const plain = target.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of (plain.startsWith('/') ? plain : `${folder}${plain}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return normalizeName(parts.join('/'));
};

const readRelations = (archive: Archive, path: string): Relation[] => {
  const { folder, name } = splitPath(path);
  const entry = archive.entries.get(`${folder}_rels/${name}.rels`);
  if (!entry) return [];
  const tags = readSmallPart(archive, entry).matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g);
  return Array.from(tags, ([tag]) => ({
    id: readAttribute(tag, 'Id') ?? '',
    kind: splitPath(readAttribute(tag, 'Type') ?? '').name,
    path: resolvePath(folder, readAttribute(tag, 'Target') ?? ''),
  }));
};

const WORKBOOK = /(?:^|\/)workbook\.(?:xml|bin)$/;

const findWorkbook = (archive: Archive): string | undefined => {
  const named = readRelations(archive, '').find(({ kind }) => kind === 'officeDocument')?.path;
  return named !== undefined && archive.entries.has(named)
    ? named
    : Array.from(archive.entries.keys()).find((path) => WORKBOOK.test(path));
};

/** The parts of a workbook; undefined when the archive is none. */
export const findParts = (archive: Archive): Package | undefined => {
  const { entries } = archive;
  const path = findWorkbook(archive);
  const workbook = path === undefined ? undefined : entries.get(path);
  if (path === undefined || !workbook) return undefined;
  const { folder } = splitPath(path);
  const relations = readRelations(archive, path);
  const kind = path.endsWith('.bin') ? 'bin' : 'xml';
  const findNamed = (name: string): ZipEntry | undefined => {
    const at = Array.from(entries.keys()).find((one) => splitPath(one).name === name);
    return at === undefined ? undefined : entries.get(at);
  };
  const find = (wanted: string, usual: string): ZipEntry | undefined => {
    const relation = relations.find((one) => one.kind === wanted);
    return (relation && entries.get(relation.path)) ?? findNamed(`${usual}.${kind}`);
  };
  const hasCells = ({ kind: one, path: at }: Relation): boolean =>
    one === '' ? /(?:^|\/)worksheets\//.test(at) : /^worksheet$/i.test(one);
  const isSheet = (relation: Relation): boolean =>
    hasCells(relation) || /sheet$/i.test(relation.kind);
  const sheets = relations.filter(isSheet).map((relation) => {
    const entry = entries.get(relation.path) ?? findNamed(splitPath(relation.path).name);
    return [relation.id, { entry, hasCells: hasCells(relation) }] as const;
  });
  return {
    kind,
    workbook,
    texts: find('sharedStrings', 'sharedstrings'),
    looks: find('styles', 'styles'),
    sheets: new Map(sheets),
    findSheet: (at) => entries.get(`${folder}worksheets/sheet${at + 1}.${kind}`),
  };
};

/** What an archive is that holds no workbook, in words. */
export const refuseArchive = ({ entries }: Archive): FileRefused =>
  entries.has('index/document.iwa') || entries.has('index.zip')
    ? new FileRefused('这是 Numbers 表格，在 Numbers 里导出为 Excel（.xlsx）再打开')
    : new FileRefused(BROKEN);
