import { strToU8, zipSync } from 'fflate';
import { MAX_SHEET_ROWS, readBook } from './library.ts';
import { chooseShown, type OpenSheet, takeSheet } from './opened.ts';
import { type Archive, MAX_PART_BYTES, readSmallPart } from './package.ts';
import { BROKEN, ENCRYPTED, FileRefused } from './refused.ts';
import type { Room } from './room.ts';
import { createPartDecoder, readAttribute, simplifyXml } from './xml-text.ts';
import { unpackWhole } from './zip.ts';

/** Cells of a document, those that a repetition makes included. */
const MAX_CELLS = 4_000_000;

/** Names of the sheets of a document that are not shown: their style says so. */
const findHiddenTables = (content: string): Set<string> => {
  const styles = new Set<string>();
  const pattern = /<style:style\s([^<>]*)>\s*<style:table-properties\s([^<>]*)>/g;
  for (const [, style = '', properties = ''] of content.matchAll(pattern))
    if (readAttribute(` ${properties}`, 'display') === 'false')
      styles.add(readAttribute(` ${style}`, 'name') ?? '');
  const hidden = new Set<string>();
  for (const [tag] of content.matchAll(/<table:table\s[^<>]*>/g))
    if (styles.has(readAttribute(tag, 'style-name') ?? ''))
      hidden.add(readAttribute(tag, 'name') ?? '');
  return hidden;
};

/** Formulas whose result is not stored. */
const countUnworkedCells = (content: string): number => {
  let count = 0;
  for (const [tag] of content.matchAll(/<table:table-cell\s[^<>]*>/g))
    if (tag.includes('table:formula=') && !tag.includes('value-type=')) count += 1;
  return count;
};

/**
 * A document whose repetitions go no further than there is room for: a cell of a few bytes may say that it stands in
 * every place of a sheet. Throws FileRefused where even so there are too many.
 */
const clampRepeats = (content: string, room: Room): string => {
  let rows = 1;
  let cells = 0;
  const clamp = (tag: string, name: string, most: number): [string, number] => {
    const said = Number(readAttribute(tag, name) ?? 1);
    const count = Number.isInteger(said) && said > 0 ? Math.min(said, most) : 1;
    return [
      tag.replace(new RegExp(`(:${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`), `$1"${count}"`),
      count,
    ];
  };
  return content.replaceAll(
    /<table:(table-row|table-cell|covered-table-cell)(?=[\s/>])[^<>]*>/g,
    (tag, kind: string) => {
      if (kind === 'table-row') {
        const [clamped, count] = clamp(tag, 'number-rows-repeated', room.rows + 1);
        rows = count;
        return clamped;
      }
      const [clamped, count] = clamp(tag, 'number-columns-repeated', 16_384);
      if (kind === 'table-cell' && !tag.endsWith('/>')) cells += rows * count;
      if (cells > MAX_CELLS) throw new FileRefused('表格里的格子太多，分成几个文件再打开');
      return clamped;
    },
  );
};

/** A sheet of .ods. */
export const openDocument = (archive: Archive, wanted: number, room: Room): OpenSheet => {
  const { bytes, entries } = archive;
  const manifest = entries.get('meta-inf/manifest.xml');
  if (manifest && readSmallPart(archive, manifest).includes('encryption-data'))
    throw new FileRefused(ENCRYPTED);
  const content = entries.get('content.xml');
  if (!content) throw new FileRefused(BROKEN);
  const part = unpackWhole(bytes, content, MAX_PART_BYTES.texts);
  const text = clampRepeats(simplifyXml(createPartDecoder(part).decode(part)), room);
  const styles = entries.get('styles.xml');
  const packed = zipSync(
    {
      'META-INF/manifest.xml': strToU8('<manifest:manifest/>'),
      'content.xml': strToU8(text),
      'styles.xml': strToU8(styles ? readSmallPart(archive, styles) : '<office:styles/>'),
    },
    { level: 0 },
  );
  const book = readBook(packed, { sheetRows: MAX_SHEET_ROWS, cellText: true });
  const hidden = findHiddenTables(text);
  const shown = book.SheetNames.filter((name) => !hidden.has(name)).map((name) => ({ name }));
  const { at, chosen, names } = chooseShown(shown, wanted);
  const sheet = takeSheet(book, chosen.name);
  const unworked = countUnworkedCells(text);
  return { names, at, sheet, is1904: false, unworked, lost: 0, hasShown: true };
};
