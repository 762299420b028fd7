import type { BatchTable, Executor, Selectable, Tx } from '@yunbiao/db';
import { lockUploads } from '@yunbiao/db';
import type { LabelData, Template } from '@yunbiao/label';
import { getPictureName, listLibraryImages } from '@yunbiao/label/library-pictures';
import { findSolePlaceholderName } from '@yunbiao/label/placeholders';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import { createInvalidInputError } from '../../../platform/errors.ts';
import { createEventLoopYielder } from '../../../platform/yielder.ts';
import { findPicturesByName, type FoundPicture } from '../../picture/find-pictures.ts';
import type { ComputedLabel } from './compute-labels.ts';
import { formatRowName, MAX_REPORTED_ERRORS } from './rows.ts';

/** Uses per insert and pictures per lock. */
const PICTURES_PER_QUERY = 400;

type Named = { label: ComputedLabel; names: { field: string; name: string }[] };

/** Names of pictures that each label shows. Copies of a row have the same data and share them. */
const listNames = async (
  template: Template,
  labels: readonly ComputedLabel[],
): Promise<Named[]> => {
  const elements = listLibraryImages(template).map((element) => ({
    element,
    field: findSolePlaceholderName(element.content) ?? element.id,
  }));
  const yieldToOthers = createEventLoopYielder();
  const namedLabels: Named[] = [];
  for (const label of labels) {
    const before = namedLabels.at(-1);
    if (before?.label.data === label.data) {
      namedLabels.push({ label, names: before.names });
      continue;
    }
    const data = JSON.parse(label.data) as LabelData;
    const names = elements.map(({ element, field }) => ({
      field,
      name: getPictureName(element, data),
    }));
    namedLabels.push({ label, names: names.filter(({ name }) => name !== '') });
    await yieldToOthers();
  }
  return namedLabels;
};

/** Faults by `rows.{index}.{field}`, a row once. */
const listFaults = (
  labels: readonly Named[],
  found: ReadonlyMap<string, FoundPicture>,
): Record<string, string> => {
  const faults: Record<string, string> = {};
  let count = 0;
  for (const { label, names } of labels) {
    if (label.copy > 1) continue;
    for (const { field, name } of names) {
      const picture = found.get(name);
      if (!picture || !('fault' in picture)) continue;
      const path = `rows.${label.sequence - 1}.${field}`;
      faults[path] ??= `${formatRowName(label.sequence, label.sheetRow)}：${picture.fault}`;
      count += 1;
      if (count >= MAX_REPORTED_ERRORS) return faults;
    }
  }
  return faults;
};

/** Labels with the files of their pictures, and the uploads those are. */
export type PicturedLabels = { labels: readonly ComputedLabel[]; uploadIds: readonly number[] };

/**
 * Finds the library's pictures that labels name. Each label is stored with the digests of the files,
 * so that a picture that is replaced or deleted later does not change it.
 * @throws 400 naming row and field of what the library does not have
 */
export const addLabelPictures = async (
  executor: Executor,
  {
    memberId,
    template,
    labels,
  }: { memberId: number; template: Template; labels: readonly ComputedLabel[] },
): Promise<PicturedLabels> => {
  if (listLibraryImages(template).length === 0) return { labels, uploadIds: [] };
  const namedLabels = await listNames(template, labels);
  const distinct = new Set(namedLabels.flatMap(({ names }) => names.map(({ name }) => name)));
  const picturesByName = await findPicturesByName(executor, memberId, [...distinct]);
  const faults = listFaults(namedLabels, picturesByName);
  if (Object.keys(faults).length > 0) throw createInvalidInputError(faults);
  const uploadIds = new Set<number>();
  const pictured = namedLabels.map(({ label, names }) => {
    const digests: Record<string, string> = {};
    for (const { name } of names) {
      const picture = picturesByName.get(name);
      if (!picture || 'fault' in picture) continue;
      digests[name] = picture.picture.sha256;
      uploadIds.add(picture.picture.upload_id);
    }
    return names.length === 0 ? label : { ...label, pictures: JSON.stringify(digests) };
  });
  return { labels: pictured, uploadIds: [...uploadIds] };
};

/** Keeps the files while labels of the batch exist. @throws 400 when one has just been deleted */
export const recordBatchPictures = async (
  tx: Tx,
  batch: Pick<Selectable<BatchTable>, 'id'>,
  uploadIds: readonly number[],
): Promise<void> => {
  for (const ids of splitIntoChunks([...uploadIds], PICTURES_PER_QUERY)) {
    const rows = await tx.selectFrom('upload').select('file_key').where('id', 'in', ids).execute();
    const locked = await lockUploads(
      tx,
      rows.map(({ file_key: key }) => key),
    );
    if (locked.length < ids.length)
      throw createInvalidInputError({ rows: '有图片刚刚从图片库删除了，请重试' });
    await tx
      .insertInto('upload_use')
      .values(ids.map((upload_id) => ({ upload_id, target_kind: 'batch', target_id: batch.id })))
      .execute();
    await tx.updateTable('upload').set({ unused_since: null }).where('id', 'in', ids).execute();
  }
};
