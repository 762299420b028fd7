/** Unit of a number in the API, or the reason why it has none. */
export type Unit = { unit: string } | { why: string };

/** Maps field names to a unit. `names` is separated by blanks. */
const mapNamesToUnit = (unit: string, names: string): [string, Unit][] =>
  names.split(' ').map((name) => [name, { unit }]);
const mapNamesToUnitless = (reason: string, names: string): [string, Unit][] =>
  names.split(' ').map((name) => [name, { why: reason }]);

/** Units by the ending of a name. */
const ENDINGS: readonly [RegExp, Unit][] = [
  [/(?:^m|M)m$/, { unit: 'mm' }],
  [/Fen$/, { unit: '分' }],
  [/Dots$/, { unit: '点' }],
  [/[a-z]S$/, { unit: '秒' }],
  [/Deg$/, { unit: '°' }],
];

/** Units by name. `field.name` overrides `name` inside of that field. */
const NAMES: Readonly<Record<string, Unit>> = Object.fromEntries([
  ...mapNamesToUnit('dpi', 'dpi'),
  ...mapNamesToUnit('点', 'dots x0 y0 x1 y1 barReduction'),
  ...mapNamesToUnit('像素', 'width height'),
  ...mapNamesToUnit('位', 'serial.width'),
  ...mapNamesToUnit('字节', 'size bytes usedBytes maxBytes'),
  ...mapNamesToUnit('字', 'maxLength'),
  ...mapNamesToUnit('%', 'pitchScale'),
  ...mapNamesToUnit('°', 'rotation'),
  ...mapNamesToUnit('in/s', 'speed'),
  ...mapNamesToUnit('列', 'columns columnSpan'),
  ...mapNamesToUnit('行', 'rowSpan rows'),
  ...mapNamesToUnit('倍', 'lineHeight widthScale restScale'),
  ...mapNamesToUnit('个模块', 'modules'),
  ...mapNamesToUnit('秒', 'expireAfter'),
  ...mapNamesToUnit('分钟', 'delayMinutes'),
  ...mapNamesToUnit('天', 'days retentionDays'),
  ...mapNamesToUnit('次/分钟', 'apiCallsPerMinute callsPerMinute'),
  ...mapNamesToUnit('份', 'copies num'),
  ...mapNamesToUnit('台', 'clients clientsAllowed clientsOnline clientsUsed'),
  ...mapNamesToUnit('台', 'printersReady attention'),
  ...mapNamesToUnit('张', 'labels labelsPerMonth labelsThisMonth waitingLabels cutEach'),
  ...mapNamesToUnit('张', 'ahead queued sending sent printed uncertain failed cancelled undrawn'),
  ...mapNamesToUnit('张', 'expired cancellable requested reprint unchanged moved open'),
  ...mapNamesToUnit('张', 'previous week counter counterFrom counterTo'),
  ...mapNamesToUnit('次', 'tries times rewarded rewardedThisYear attempt'),
  ...mapNamesToUnitless('计数', 'total count likeCount replyCount postCount templateCount'),
  ...mapNamesToUnitless('计数', 'unread post article updateLog download posts solved before'),
  ...mapNamesToUnitless(
    '计数',
    'ended printers printersUsed templates most elements pictures apiKeys',
  ),
  ...mapNamesToUnitless('计数', 'invoices refunds pendingOrders invited batches reports leftOut'),
  ...mapNamesToUnitless(
    '第几个',
    'page row column copy sequence number after newest sheetRow sheetRows',
  ),
  ...mapNamesToUnitless('每页的条数', 'pageSize'),
  ...mapNamesToUnitless('流水号', 'start step next first'),
  ...mapNamesToUnitless('版本号', 'version'),
  ...mapNamesToUnitless('次序', 'sort'),
  ...mapNamesToUnitless('等级', 'level'),
  ...mapNamesToUnitless('打印机自己的档', 'darkness'),
  ...mapNamesToUnitless('字重', 'weight'),
  ...mapNamesToUnitless('灰度，0 黑到 255 白', 'threshold'),
  ...mapNamesToUnitless('HTTP 状态码', 'status'),
  ...mapNamesToUnitless('状态在 DETAIL_STATES 里的位置，从 0 数', 'cells'),
]);

/**
 * Unit of a numeric field, from its name and that of the enclosing field; undefined when unknown.
 */
export const findFieldUnit = (name: string, parentName = ''): Unit | undefined =>
  NAMES[`${parentName}.${name}`] ??
  NAMES[name] ??
  ENDINGS.find(([ending]) => ending.test(name))?.[1];

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumberSchema = ({ type }: Schema): boolean =>
  [type].flat().some((typeName) => typeName === 'number' || typeName === 'integer');

/**
 * Writes `x-unit` to every number with a unit in a JSON schema, in place. Calls `unknown` for
 * numbers with neither a unit nor a reason.
 */
export const addUnitsToSchema = (
  schema: unknown,
  unknown: (path: string) => void = () => {},
  path: readonly string[] = [],
): void => {
  if (!isSchema(schema)) return;
  const [name = '', parentName = ''] = path.toReversed();
  if (isNumberSchema(schema)) {
    const foundUnit = findFieldUnit(name, parentName);
    if (!foundUnit) unknown(path.join('.'));
    else if ('unit' in foundUnit) schema['x-unit'] = foundUnit.unit;
  }
  const { properties, items, prefixItems, anyOf, oneOf, allOf, $defs } = schema;
  for (const inner of [properties, $defs])
    if (isSchema(inner))
      for (const [key, field] of Object.entries(inner))
        addUnitsToSchema(field, unknown, [...path, key]);
  for (const inner of [items, schema['additionalProperties']])
    addUnitsToSchema(inner, unknown, path);
  for (const either of [prefixItems, anyOf, oneOf, allOf])
    if (Array.isArray(either))
      for (const alternative of either) addUnitsToSchema(alternative, unknown, path);
};
