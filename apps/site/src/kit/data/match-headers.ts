import type { TemplateField } from '@yunbiao/label';

/** Synonyms of column names that shops, warehouses and couriers use. */
const COLUMN_SYNONYMS: readonly (readonly string[])[] = [
  [
    '品名',
    '商品名称',
    '商品名',
    '产品名称',
    '产品名',
    '货品名称',
    '名称',
    '商品',
    'product',
    'productname',
    'name',
    'title',
  ],
  ['规格', '规格型号', '型号', '包装规格', 'spec', 'specification', 'model'],
  [
    '货号',
    '商品编码',
    '商品编号',
    '产品编号',
    '货品编号',
    '编码',
    '编号',
    '条码',
    '条形码',
    'sku',
    'code',
    'barcode',
    'itemno',
  ],
  ['价格', '单价', '售价', '零售价', 'price'],
  ['产地', '原产地', '出产地', 'origin'],
  ['货位', '货位号', '库位', '库位号', '储位', 'location', 'bin'],
  ['库区', '仓区', '区域', 'zone', 'area'],
  ['承重', '限重', '载重', 'load'],
  ['运单号', '快递单号', '物流单号', '面单号', '单号', 'trackingno', 'waybill'],
  ['收件人', '收货人', '收件人姓名', '收货人姓名', 'receiver', 'consignee'],
  [
    '收件电话',
    '收货电话',
    '收件人电话',
    '收货人电话',
    '联系电话',
    '电话',
    '手机',
    '手机号',
    'phone',
    'mobile',
  ],
  ['收件地址', '收货地址', '收件人地址', '收货人地址', '详细地址', '地址', 'address'],
  ['寄件人', '发件人', '发货人', 'sender'],
  ['寄件地址', '发件地址', '发货地址'],
  ['物品', '货物', '物品名称', '托寄物', 'goods', 'contents'],
];

/**
 * Name → its group and its position there. The first name of a group is the most likely meaning.
 */
const SYNONYM_GROUPS = new Map(
  COLUMN_SYNONYMS.flatMap((names, group) =>
    names.map((name, place) => [name, { group, place }] as const),
  ),
);

/** Removes spaces, case, trailing punctuation and bracketed text: “价格（元）：” becomes 价格. */
const normalizeHeader = (text: string): string =>
  text
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/\([^()]*\)/g, '')
    .replace(/[\s_:*-]+/g, '')
    .toLowerCase();

type Similarity = 0 | 1 | 2 | 3;

const computeHeaderSimilarity = (head: string, field: TemplateField): Similarity => {
  const normalizedHead = normalizeHeader(head);
  if (normalizedHead === '') return 0;
  const names = [normalizeHeader(field.label), normalizeHeader(field.name)].filter(
    (name) => name !== '',
  );
  if (names.includes(normalizedHead)) return 3;
  const group = SYNONYM_GROUPS.get(normalizedHead)?.group;
  if (group !== undefined && names.some((name) => SYNONYM_GROUPS.get(name)?.group === group))
    return 2;
  const containsShortName = (long: string, short: string): boolean =>
    short.length >= 2 && long.includes(short);
  return names.some(
    (name) => containsShortName(normalizedHead, name) || containsShortName(name, normalizedHead),
  )
    ? 1
    : 0;
};

/** Prefers the field whose name comes first in the synonym group: SKU means 货号 before 编号. */
const getSynonymRank = (head: string, { label, name }: TemplateField): number => {
  const group = SYNONYM_GROUPS.get(normalizeHeader(head))?.group;
  const places = [label, name].flatMap((word) => {
    const knownGroup = SYNONYM_GROUPS.get(normalizeHeader(word));
    return knownGroup && knownGroup.group === group ? [knownGroup.place] : [];
  });
  return Math.min(...places);
};

/**
 * Matches each header to a field, or to null. Priority: equal name, synonym, name contained in the
 * other name. `sure` excludes contained names. Each field is matched at most once.
 */
export const matchHeaders = (
  heads: readonly string[],
  fields: readonly TemplateField[],
  how: 'sure' | 'likely',
): (string | null)[] => {
  const fieldNames: (string | null)[] = heads.map(() => null);
  const usedNames = new Set<string>();
  const likes = heads.map((head) => fields.map((field) => computeHeaderSimilarity(head, field)));
  for (const min of how === 'sure' ? [3, 2] : [3, 2, 1]) {
    likes.forEach((row, at) => {
      const head = heads[at] ?? '';
      if (fieldNames[at] !== null) return;
      const [field] = fields
        .filter(({ name }, n) => row[n] === min && !usedNames.has(name))
        .toSorted((a, b) => (min === 2 ? getSynonymRank(head, a) - getSynonymRank(head, b) : 0));
      if (!field) return;
      fieldNames[at] = field.name;
      usedNames.add(field.name);
    });
  }
  return fieldNames;
};
