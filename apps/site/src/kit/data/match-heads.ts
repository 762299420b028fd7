import type { TemplateField } from '@yunbiao/label';

/** Names people give to the same column, in the words of shops, warehouses and couriers. */
const ALIKE: readonly (readonly string[])[] = [
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

/** Name → its group, and its place there: the first of a group is what its other words mean most. */
const GROUPS = new Map(
  ALIKE.flatMap((names, group) => names.map((name, place) => [name, { group, place }] as const)),
);

/** Without spaces, case, marks at the end and what stands in brackets: “价格（元）：” is 价格. */
const normal = (text: string): string =>
  text
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/\([^()]*\)/g, '')
    .replace(/[\s_:*-]+/g, '')
    .toLowerCase();

type Likeness = 0 | 1 | 2 | 3;

const likeness = (head: string, field: TemplateField): Likeness => {
  const wanted = normal(head);
  if (wanted === '') return 0;
  const names = [normal(field.label), normal(field.name)].filter((name) => name !== '');
  if (names.includes(wanted)) return 3;
  const group = GROUPS.get(wanted)?.group;
  if (group !== undefined && names.some((name) => GROUPS.get(name)?.group === group)) return 2;
  const within = (long: string, short: string): boolean =>
    short.length >= 2 && long.includes(short);
  return names.some((name) => within(wanted, name) || within(name, wanted)) ? 1 : 0;
};

/** Of two fields of a head's group the one whose name comes first there: SKU is 货号 before it is 编号. */
const getPlace = (head: string, { label, name }: TemplateField): number => {
  const group = GROUPS.get(normal(head))?.group;
  const places = [label, name].flatMap((word) => {
    const known = GROUPS.get(normal(word));
    return known && known.group === group ? [known.place] : [];
  });
  return Math.min(...places);
};

/**
 * The field each head means, or null: the same name before another word for it before a name within the other. `sure`
 * leaves out the last. Each field is given once.
 */
export const matchHeads = (
  heads: readonly string[],
  fields: readonly TemplateField[],
  how: 'sure' | 'likely',
): (string | null)[] => {
  const found: (string | null)[] = heads.map(() => null);
  const given = new Set<string>();
  const likes = heads.map((head) => fields.map((field) => likeness(head, field)));
  for (const least of how === 'sure' ? [3, 2] : [3, 2, 1]) {
    likes.forEach((row, at) => {
      const head = heads[at] ?? '';
      if (found[at] !== null) return;
      const [field] = fields
        .filter(({ name }, n) => row[n] === least && !given.has(name))
        .toSorted((a, b) => (least === 2 ? getPlace(head, a) - getPlace(head, b) : 0));
      if (!field) return;
      found[at] = field.name;
      given.add(field.name);
    });
  }
  return found;
};
