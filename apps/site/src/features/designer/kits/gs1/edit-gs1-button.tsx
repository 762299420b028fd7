import type { CodeElement } from '@yunbiao/label';
import { useDesigner } from '../../designer.ts';

const GS1_TYPES = new Set<string>([
  'gs1-128',
  'gs1-datamatrix',
  'databar-expanded',
  'databar-expanded-stacked',
]);
/** A link with a key in its path; the builder reads the rest. */
const LINK = /^https?:\/\/.+\/\d{2,4}\//;

/** Opens a GS1 code in the builder; nothing for other codes. */
export const EditGs1Button = ({ code }: { code: CodeElement }) => {
  const designer = useDesigner();
  const isGs1 = GS1_TYPES.has(code.type) || (code.type === 'qr' && LINK.test(code.content));
  if (!isGs1) return null;
  return (
    <button
      type="button"
      className="button compact"
      onClick={() => designer.kit.set({ kind: 'gs1', elementId: code.id })}
    >
      重新编辑 GS1 内容…
    </button>
  );
};
