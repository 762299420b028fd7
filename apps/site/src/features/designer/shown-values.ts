import type { LabelData } from '@yunbiao/label';
import { createContext, useContext } from 'react';

/** The row in view: its values, and when formulas are worked out. */
export type ShownValues = { data: LabelData; at: string };

const ShownReact = createContext<ShownValues>({ data: {}, at: '' });

export const ShownValuesProvider = ShownReact.Provider;
export const useShownValues = (): ShownValues => useContext(ShownReact);
