import type { Selection } from './use-selection.ts';

/** The head of the column of boxes. */
export const SelectAll = ({ label, selection }: { label: string; selection: Selection }) => (
  <td style={{ width: 28 }}>
    <label className="check">
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.all}
        ref={(box) => {
          if (box) box.indeterminate = selection.some;
        }}
        onChange={selection.toggleAll}
      />
    </label>
  </td>
);
