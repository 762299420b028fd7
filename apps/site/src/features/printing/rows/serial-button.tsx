import type { Template } from '@yunbiao/label';
import { useCallback, useMemo, useState } from 'react';
import { SerialDialog } from './serial-dialog.tsx';

/** Shown for templates with serial numbers: opens the report of missing numbers. */
export const SerialButton = ({
  templateId,
  template: { fields },
}: {
  templateId: string;
  template: Template;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const closeSerialDialog = useCallback(() => setIsOpen(false), []);
  const labels = useMemo(
    () =>
      new Map(
        fields.flatMap(({ name, label, serial }) => (serial ? [[name, label] as const] : [])),
      ),
    [fields],
  );
  if (labels.size === 0) return null;
  return (
    <>
      <button type="button" className="bare link" onClick={() => setIsOpen(true)}>
        看有没有漏号
      </button>
      {isOpen && (
        <SerialDialog templateId={templateId} labels={labels} onClose={closeSerialDialog} />
      )}
    </>
  );
};
