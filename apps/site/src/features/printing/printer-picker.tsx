import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { ROW_COPIES } from '@yunbiao/contract/limits/print';
import type { Template } from '@yunbiao/label';
import { stockFit, stockSizes, stockTrouble } from '@yunbiao/label/stock';
import { Status } from '@yunbiao/ui';
import { NumberField, SelectField } from '@yunbiao/ui/field.tsx';
import { stockText } from '../../kit/printing/print-media.ts';
import { printsWhenBack } from '../../kit/printing/printer-words.ts';
import { type OpenedVirtual, TryVirtual } from '../../kit/roll/try-virtual.tsx';
import { useAlias } from '../../kit/site/site.tsx';
import { listConfigs, groupChoice, type PrinterGroup } from './choose-group.ts';
import { useConfigStatus } from './config-status.ts';
import css from './print.module.css';

export type Config = CallOutput<'printConfigList'>['list'][number];

/** How the printer is, in the words of every page, and what that means for printing now. */
const PrinterState = ({ config }: { config: Config }) => {
  const { printerState: state, printerStateText: stateText } = config;
  const soft = useAlias();
  const { kind, text } = useConfigStatus(config);
  return (
    <>
      <Status kind={kind}>
        {text}
        {(kind === 'ok' || kind === 'running') && `，${config.dpi} dpi`}
        {kind === 'off' &&
          printsWhenBack({ state, stateText }) &&
          '。先打印也行，24 小时内它上线就印'}
      </Status>{' '}
      {state === 'removed' && (
        <Link
          className="link"
          to="/$soft/user/printerCfg"
          params={{ soft }}
          search={{ id: config.id }}
        >
          给这个配置换一台
        </Link>
      )}
    </>
  );
};

/** One printer of a group, and why it is passed over. */
const PlaceState = ({ config, template }: { config: Config; template: Template | undefined }) => {
  const { kind, text } = useConfigStatus(config);
  const isSmall = template !== undefined && stockFit(template, config) === 'larger';
  return (
    <span className={css.place}>
      {config.name}
      {isSmall ? (
        <Status kind="off">跳过：纸 {stockSizes(template, config).stock}，放不下</Status>
      ) : (
        <Status kind={kind}>{text}</Status>
      )}
    </span>
  );
};

/** The printers of a group as they are now. */
const GroupState = ({
  configs,
  template,
}: {
  configs: readonly Config[];
  template: Template | undefined;
}) => (
  <>
    {configs.map((config) => (
      <PlaceState key={config.id} config={config} template={template} />
    ))}
    {configs.length === 0 && <Status kind="failed">组里没有启用的打印机</Status>}
  </>
);

/** Paper and label of different size: too small for it, or with room nobody may have meant. */
const SizeNote = ({ config, template }: { config: Config; template: Template }) => {
  const trouble = stockTrouble(template, config);
  if (trouble !== '') return <p className="span-6 small field-err">{trouble}。</p>;
  if (stockFit(template, config) === 'same') return null;
  const { label, stock } = stockSizes(template, config);
  return (
    <p className={`span-6 small ${css.warn}`}>
      这个配置的纸是 {stock}，模板是 {label}，对一下装的纸。
    </p>
  );
};

/** Nothing that could print now is there, and a virtual printer may be had. */
const Offer = ({ onVirtual }: Pick<PrinterPickerProps, 'onVirtual'>) =>
  onVirtual && (
    <div className="span-6">
      <TryVirtual onOpened={onVirtual} />
    </div>
  );

const NoConfig = ({
  disabled,
  onVirtual,
}: { disabled: number } & Pick<PrinterPickerProps, 'onVirtual'>) => {
  const soft = useAlias();
  return (
    <div className="empty span-6">
      <p className="medium">
        {disabled > 0
          ? '打印机配置都停用了，启用一个就能打印。'
          : '还没有打印机配置。先配对一个打印客户端，再存一个配置。'}
      </p>
      <div className="row">
        <Link className="button" to="/$soft/user/printerCfg" params={{ soft }}>
          {disabled > 0 ? '去启用' : '新建打印机配置'}
        </Link>
        {disabled === 0 && (
          <Link className="link medium" to="/$soft/user/auth" params={{ soft }}>
            配对打印客户端
          </Link>
        )}
      </div>
      {disabled === 0 && onVirtual && <TryVirtual onOpened={onVirtual} />}
    </div>
  );
};

type PrinterPickerProps = {
  configs: readonly Config[];
  groups: readonly PrinterGroup[];
  config: Config | undefined;
  /** The group that is chosen; `config` is then the one of it that is shown. */
  group: PrinterGroup | undefined;
  template: Template | undefined;
  copies: string;
  many: boolean;
  errors: { config?: string | undefined; copies?: string | undefined };
  /** A virtual printer stands; left out: the site offers none. */
  onVirtual: ((opened: OpenedVirtual) => void) | undefined;
  onConfig: (id: string) => void;
  onCopies: (copies: string) => void;
};

/** Which printer, and how many of each. */
export const PrinterPicker = (props: PrinterPickerProps) => {
  const { configs, config, groups, group } = props;
  const usable = configs.filter((one) => one.enabled);
  if (usable.length === 0)
    return <NoConfig disabled={configs.length} onVirtual={props.onVirtual} />;
  const isAnyThere = usable.some(
    ({ printerState }) => !['offline', 'removed'].includes(printerState),
  );
  return (
    <>
      <SelectField
        className={`span-4 span-all-narrow ${css.printer}`}
        label="打印机配置"
        name="printConfigId"
        value={group ? groupChoice(group.id) : (config?.id ?? '')}
        {...(config ? {} : { placeholder: '选一个' })}
        options={[
          ...usable.map((one) => ({ value: one.id, label: `${one.name} · ${stockText(one)}` })),
          ...groups.map((one) => ({
            value: groupChoice(one.id),
            label: `打印机组 ${one.name} · ${listConfigs(one, configs).length} 台`,
          })),
        ]}
        error={props.errors.config}
        hint={
          group ? (
            <GroupState configs={listConfigs(group, configs)} template={props.template} />
          ) : (
            config && <PrinterState config={config} />
          )
        }
        onChange={props.onConfig}
      />
      <NumberField
        className="span-2"
        label={props.many ? '每行' : '份数'}
        name="copies"
        unit="份"
        {...ROW_COPIES}
        step={1}
        value={props.copies}
        error={props.errors.copies}
        onChange={props.onCopies}
      />
      {!group && config && props.template && <SizeNote config={config} template={props.template} />}
      {!isAnyThere && <Offer onVirtual={props.onVirtual} />}
    </>
  );
};
