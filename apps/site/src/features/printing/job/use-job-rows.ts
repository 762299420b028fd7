import type { LabelData } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { useMemo } from 'react';
import { listFieldSamples } from '../../../kit/label/samples.ts';
import { isModeWithRowTable, type Draft } from '../draft.ts';
import type { OpenedTemplate } from '../load-print.ts';

/** The rows that the draft contains for this template. */
export const useJobRows = ({ id, content: template }: OpenedTemplate, draft: Draft) => {
  const typedRow = draft.typed[id];
  const sampleRow = useMemo(
    () => ({ ...listFieldSamples(template), ...typedRow }),
    [template, typedRow],
  );
  const fields = useMemo(() => listFillableFields(template), [template]);
  const hasManyRows = isModeWithRowTable(draft) && fields.length > 0;
  const rows = useMemo<readonly LabelData[]>(
    () => (hasManyRows ? draft.rows : [sampleRow]),
    [hasManyRows, draft.rows, sampleRow],
  );
  return { sampleRow, fields, many: hasManyRows, rows };
};
