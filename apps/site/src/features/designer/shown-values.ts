import type { LabelData } from '@yunbiao/label';
import { createContext, useContext } from 'react';

/** Values of the current row, the time used by formulas, and all rows. */
export type ShownValues = { data: LabelData; at: string; rows: readonly LabelData[] };

export const NO_ROWS: readonly LabelData[] = [];

const ShownValuesContext = createContext<ShownValues>({ data: {}, at: '', rows: NO_ROWS });

export const ShownValuesProvider = ShownValuesContext.Provider;
export const useShownValues = (): ShownValues => useContext(ShownValuesContext);
