import { GuideLink } from '../../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../../kit/guide/trouble-guides.ts';
import type { Config } from './config-status.ts';
import { Link } from '@tanstack/react-router';
import { ROW_COPIES } from '@yunbiao/contract/limits/print';
import type { Template } from '@yunbiao/label';
import {
  compareTemplateToStock,
  describeStockSizes,
  describeStockFault,
} from '@yunbiao/label/stock';
import { Status } from '@yunbiao/ui';
import { NumberField, SelectField } from '@yunbiao/ui/field.tsx';
import { formatStock } from '../../../kit/printing/print-media.ts';
import { canResumeWhenBack } from '../../../kit/printing/printer-status.ts';
import { type OpenedVirtual, CreateVirtualPrinter } from '../../../kit/roll/try-virtual.tsx';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import { listEnabledConfigsOfGroup, toGroupChoice, type PrinterGroup } from './choose-group.ts';
import { useConfigGuide, useConfigStatus } from './config-status.ts';
import css from '../print.module.css';

/** State of the printer, and its effect on printing now. */
const PrinterState = ({ config }: { config: Config }) => {
  const { printerState, printerStateText } = config;
  const soft = useSoftwareAlias();
  const { kind, text } = useConfigStatus(config);
  const guide = useConfigGuide(config);
  return (
    <>
      <Status kind={kind}>
        {text}
        {(kind === 'ok' || kind === 'running') && `，${config.dpi} dpi`}
        {kind === 'off' &&
          canResumeWhenBack({ state: printerState, stateText: printerStateText }) &&
          '。先打印也行，24 小时内它上线就打印'}
      </Status>{' '}
      <GuideLink guide={guide} />{' '}
      {printerState === 'removed' && (
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

/** One printer of a group, and why it is skipped. */
const GroupPrinterState = ({
  config,
  template,
}: {
  config: Config;
  template: Template | undefined;
}) => {
  const { kind, text } = useConfigStatus(config);
  const isSmall = template !== undefined && compareTemplateToStock(template, config) === 'larger';
  return (
    <span className={css.place}>
      {config.name}
      {isSmall ? (
        <Status kind="off">跳过：纸 {describeStockSizes(template, config).stock}，放不下</Status>
      ) : (
        <Status kind={kind}>{text}</Status>
      )}
    </span>
  );
};

/** Current state of the printers of a group. */
const GroupState = ({
  configs,
  template,
}: {
  configs: readonly Config[];
  template: Template | undefined;
}) => (
  <>
    {configs.map((config) => (
      <GroupPrinterState key={config.id} config={config} template={template} />
    ))}
    {configs.length === 0 && <Status kind="failed">组里没有启用的打印机</Status>}
  </>
);

/**
 * Paper and label differ in size: the paper is too small, or larger than the label, which may be
 * unintended.
 */
const SizeNote = ({ config, template }: { config: Config; template: Template }) => {
  const trouble = describeStockFault(template, config);
  if (trouble !== '')
    return (
      <p className="span-6 small field-err">
        {trouble}。<GuideLink guide={PLACE_GUIDES['stock-mismatch']} />
      </p>
    );
  if (compareTemplateToStock(template, config) === 'same') return null;
  const { label, stock } = describeStockSizes(template, config);
  return (
    <p className={`span-6 small ${css.warn}`}>
      这个配置的纸是 {stock}，模板是 {label}，对一下装的纸。
      <GuideLink guide={PLACE_GUIDES['stock-mismatch']} />
    </p>
  );
};

type OfferProps = Pick<PrinterPickerProps, 'onVirtual' | 'templateId'>;

/** Offers a virtual printer when no real printer can print now. */
const VirtualPrinterOffer = ({ onVirtual, templateId }: OfferProps) =>
  onVirtual && (
    <div className="span-6">
      <CreateVirtualPrinter onOpened={onVirtual} templateId={templateId} />
    </div>
  );

const NoConfig = ({ disabled, onVirtual, templateId }: { disabled: number } & OfferProps) => {
  const soft = useSoftwareAlias();
  return (
    <div className="empty span-6">
      <p className="medium">
        {disabled > 0
          ? '打印机配置都停用了，启用一个就能打印。'
          : '还没有打印机配置。先配对一个打印客户端，再保存一个配置。'}
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
      {disabled === 0 && onVirtual && (
        <CreateVirtualPrinter onOpened={onVirtual} templateId={templateId} />
      )}
    </div>
  );
};

type PrinterPickerProps = {
  configs: readonly Config[];
  groups: readonly PrinterGroup[];
  config: Config | undefined;
  /** The chosen group; `config` is then the configuration used for the preview. */
  group: PrinterGroup | undefined;
  template: Template | undefined;
  templateId: string;
  copies: string;
  many: boolean;
  errors: { config?: string | undefined; copies?: string | undefined };
  /** Called when a virtual printer was created; undefined when the site offers none. */
  onVirtual: ((virtualPrinter: OpenedVirtual) => void) | undefined;
  onConfig: (id: string) => void;
  onCopies: (copies: string) => void;
};

/** Printer and number of copies. */
export const PrinterPicker = (props: PrinterPickerProps) => {
  const { configs, config, groups, group, onVirtual, templateId } = props;
  const usable = configs.filter((config) => config.enabled);
  if (usable.length === 0)
    return <NoConfig disabled={configs.length} onVirtual={onVirtual} templateId={templateId} />;
  const isAnyThere = usable.some(
    ({ printerState }) => !['offline', 'removed'].includes(printerState),
  );
  return (
    <>
      <SelectField
        className={`span-4 span-all-narrow ${css.printer}`}
        label="打印机配置"
        name="printConfigId"
        value={group ? toGroupChoice(group.id) : (config?.id ?? '')}
        {...(config ? {} : { placeholder: '选一个' })}
        options={[
          ...usable.map((config) => ({
            value: config.id,
            label: `${config.name} · ${formatStock(config)}`,
          })),
          ...groups.map((group) => ({
            value: toGroupChoice(group.id),
            label: `打印机组 ${group.name} · ${listEnabledConfigsOfGroup(group, configs).length} 台`,
          })),
        ]}
        error={props.errors.config}
        hint={
          group ? (
            <GroupState
              configs={listEnabledConfigsOfGroup(group, configs)}
              template={props.template}
            />
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
      {!isAnyThere && <VirtualPrinterOffer onVirtual={onVirtual} templateId={templateId} />}
    </>
  );
};
