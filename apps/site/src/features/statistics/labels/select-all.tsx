import type { Selection } from './use-selection.ts';

/** Table head with the checkbox that selects all rows. */
export const SelectAll = ({ label, selection }: { label: string; selection: Selection }) => (
  <td style={{ width: 28 }}>
    <label className="check">
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.all}
        ref={(box) => {
          if (box) box.indeterminate = selection.isPartlySelected;
        }}
        onChange={selection.toggleAll}
      />
    </label>
  </td>
);
