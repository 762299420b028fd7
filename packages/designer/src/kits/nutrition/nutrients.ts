/**
 * A nutrient of GB 28050: unit, decimals of its rounding interval, the content up to which 0 is
 * printed, and the reference value (NRV) where there is one.
 */
export type Nutrient = {
  name: string;
  unit: 'kJ' | 'g' | 'mg';
  decimals: 0 | 1;
  zeroUpTo: string;
  reference?: number;
  /** Part of the nutrient above it; indented. */
  isPart?: true;
};

/** In the order of the table. GB 28050-2011, table 1 and annex A. */
export const NUTRIENTS = [
  { name: '能量', unit: 'kJ', decimals: 0, zeroUpTo: '17', reference: 8400 },
  { name: '蛋白质', unit: 'g', decimals: 1, zeroUpTo: '0.5', reference: 60 },
  { name: '脂肪', unit: 'g', decimals: 1, zeroUpTo: '0.5', reference: 60 },
  { name: '饱和脂肪', unit: 'g', decimals: 1, zeroUpTo: '0.1', reference: 20, isPart: true },
  { name: '反式脂肪', unit: 'g', decimals: 1, zeroUpTo: '0.3', isPart: true },
  { name: '碳水化合物', unit: 'g', decimals: 1, zeroUpTo: '0.5', reference: 300 },
  { name: '糖', unit: 'g', decimals: 1, zeroUpTo: '0.5', isPart: true },
  { name: '膳食纤维', unit: 'g', decimals: 1, zeroUpTo: '0.5', reference: 25 },
  { name: '钠', unit: 'mg', decimals: 0, zeroUpTo: '5', reference: 2000 },
] as const satisfies readonly Nutrient[];

export type NutrientName = (typeof NUTRIENTS)[number]['name'];

export type Edition = '2011' | '2025';

/** Nutrients that must be in the table: 1+4, and from 16 March 2027 on 1+6. */
export const REQUIRED_NUTRIENTS: Readonly<Record<Edition, readonly NutrientName[]>> = {
  2011: ['能量', '蛋白质', '脂肪', '碳水化合物', '钠'],
  2025: ['能量', '蛋白质', '脂肪', '饱和脂肪', '碳水化合物', '糖', '钠'],
};

/** The line that GB 28050-2025 asks for below the table. */
export const SALT_OIL_SUGAR = '儿童青少年应避免过量摄入盐油糖';

/** Foods that may contain allergens (GB 7718-2011, 4.4.3.1; GB 7718-2025, 4.12). */
export const ALLERGENS = [
  '含有麸质的谷物',
  '甲壳纲类动物',
  '鱼类',
  '蛋类',
  '花生',
  '大豆',
  '乳',
  '坚果',
] as const;

export type Allergen = (typeof ALLERGENS)[number];
