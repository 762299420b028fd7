type SheetChoiceProps = {
  sheets: readonly string[];
  /** Index of the open sheet. */
  sheet: number;
  onOpen: (sheet: number) => void;
};

/** Choice of a sheet of the open workbook. */
export const SheetChoice = ({ sheets, sheet, onOpen }: SheetChoiceProps) => (
  <select
    aria-label="工作表"
    value={sheet}
    onChange={(event) => onOpen(Number(event.target.value))}
  >
    {sheets.map((name, at) => (
      <option key={name} value={at}>
        {name}
      </option>
    ))}
  </select>
);
