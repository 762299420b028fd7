/** Maximum number of rows and columns that are read from a sheet. */
export type SheetLimits = { rows: number; columns: number };
