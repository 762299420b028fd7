import { BROKEN_FILE_MESSAGE, FileError } from './file-error.ts';
import { createPartDecoder, readAttribute, simplifyXml } from './xml-text.ts';
import { normalizeZipEntryName, unpackZipEntryFully, type ZipEntry } from './zip.ts';

/** Maximum unpacked size of a part, in bytes: sheets, strings, other small parts. */
export const MAX_PART_BYTES = { sheet: 256_000_000, texts: 128_000_000, other: 16_000_000 };

export type Archive = { bytes: Uint8Array; entries: ReadonlyMap<string, ZipEntry> };

/** Locations of the workbook parts that are read, independent of their names and folders. */
export type Package = {
  /** XML, or the binary records of .xlsb. */
  kind: 'xml' | 'bin';
  workbook: ZipEntry;
  texts: ZipEntry | undefined;
  looks: ZipEntry | undefined;
  /** Sheets by the relationship id in the workbook. Chart sheets have no cells. */
  sheets: ReadonlyMap<string, { entry: ZipEntry | undefined; hasCells: boolean }>;
  /** Finds a sheet by its position in the workbook, using the standard part name, without an id. */
  findSheet: (at: number) => ZipEntry | undefined;
};

type Relation = { id: string; kind: string; path: string };

/** Reads and simplifies a small XML part. */
export const readSimplifiedXmlPart = ({ bytes }: Archive, entry: ZipEntry): string => {
  const part = unpackZipEntryFully(bytes, entry, MAX_PART_BYTES.other);
  return simplifyXml(createPartDecoder(part).decode(part));
};

const splitPath = (path: string): { folder: string; name: string } => {
  const at = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, at), name: path.slice(at) };
};

const resolvePartPath = (folder: string, target: string): string => {
  const slashPath = target.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of (slashPath.startsWith('/') ? slashPath : `${folder}${slashPath}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return normalizeZipEntryName(parts.join('/'));
};

const readPartRelations = (archive: Archive, path: string): Relation[] => {
  const { folder, name } = splitPath(path);
  const entry = archive.entries.get(`${folder}_rels/${name}.rels`);
  if (!entry) return [];
  const tags = readSimplifiedXmlPart(archive, entry).matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g);
  return Array.from(tags, ([tag]) => ({
    id: readAttribute(tag, 'Id') ?? '',
    kind: splitPath(readAttribute(tag, 'Type') ?? '').name,
    path: resolvePartPath(folder, readAttribute(tag, 'Target') ?? ''),
  }));
};

const WORKBOOK = /(?:^|\/)workbook\.(?:xml|bin)$/;

const findWorkbookPath = (archive: Archive): string | undefined => {
  const namedPath = readPartRelations(archive, '').find(
    ({ kind }) => kind === 'officeDocument',
  )?.path;
  return namedPath !== undefined && archive.entries.has(namedPath)
    ? namedPath
    : Array.from(archive.entries.keys()).find((path) => WORKBOOK.test(path));
};

/** Finds the parts of a workbook. Returns undefined when the archive is not a workbook. */
export const findWorkbookParts = (archive: Archive): Package | undefined => {
  const { entries } = archive;
  const path = findWorkbookPath(archive);
  const workbook = path === undefined ? undefined : entries.get(path);
  if (path === undefined || !workbook) return undefined;
  const { folder } = splitPath(path);
  const relations = readPartRelations(archive, path);
  const kind = path.endsWith('.bin') ? 'bin' : 'xml';
  const findEntryByFileName = (name: string): ZipEntry | undefined => {
    const at = Array.from(entries.keys()).find((entryPath) => splitPath(entryPath).name === name);
    return at === undefined ? undefined : entries.get(at);
  };
  const findRelatedPart = (wantedKind: string, usual: string): ZipEntry | undefined => {
    const relation = relations.find((relation) => relation.kind === wantedKind);
    return (relation && entries.get(relation.path)) ?? findEntryByFileName(`${usual}.${kind}`);
  };
  const isWorksheetRelation = ({ kind: relationKind, path: at }: Relation): boolean =>
    relationKind === '' ? /(?:^|\/)worksheets\//.test(at) : /^worksheet$/i.test(relationKind);
  const isSheetRelation = (relation: Relation): boolean =>
    isWorksheetRelation(relation) || /sheet$/i.test(relation.kind);
  const sheets = relations.filter(isSheetRelation).map((relation) => {
    const entry = entries.get(relation.path) ?? findEntryByFileName(splitPath(relation.path).name);
    return [relation.id, { entry, hasCells: isWorksheetRelation(relation) }] as const;
  });
  return {
    kind,
    workbook,
    texts: findRelatedPart('sharedStrings', 'sharedstrings'),
    looks: findRelatedPart('styles', 'styles'),
    sheets: new Map(sheets),
    findSheet: (at) => entries.get(`${folder}worksheets/sheet${at + 1}.${kind}`),
  };
};

/** Describes an archive that is not a workbook, as an error for the member. */
export const createNotWorkbookError = ({ entries }: Archive): FileError =>
  entries.has('index/document.iwa') || entries.has('index.zip')
    ? new FileError('这是 Numbers 表格，在 Numbers 里导出为 Excel（.xlsx）再打开')
    : new FileError(BROKEN_FILE_MESSAGE);
