import { GROUP_PRINTERS } from '@yunbiao/contract/limits/print-config';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Icon, type IconName } from '@yunbiao/ui/icon.tsx';
import { formatStock } from '../../../kit/printing/print-media.ts';
import s from '../config.module.css';
import type { Config } from '../draft.ts';

const moveIdInList = (ids: readonly string[], at: number, by: number): string[] => {
  const next = [...ids];
  const [id] = next.splice(at, 1);
  if (id !== undefined) next.splice(at + by, 0, id);
  return next;
};

/** Configurations that can join the group, and whether some cannot because of their kind. */
const listJoinableConfigs = (
  configs: readonly Config[],
  members: readonly Config[],
  isVirtual: (config: Config) => boolean,
): { joinable: Config[]; isPartial: boolean } => {
  const memberIds = new Set(members.map(({ printerId }) => printerId));
  const [first] = members;
  const free = configs.filter((config) => !memberIds.has(config.printerId));
  // A group contains either virtual or real printers.
  const joinable = free.filter((config) => !first || isVirtual(config) === isVirtual(first));
  return { joinable, isPartial: joinable.length < free.length };
};

type RowButtonProps = { icon: IconName; label: string; disabled?: boolean; onPress: () => void };

const RowButton = ({ icon, label, disabled, onPress }: RowButtonProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    disabled={disabled}
    onClick={onPress}
  >
    <Icon name={icon} />
  </button>
);

type MemberRowProps = {
  config: Config;
  at: number;
  ids: readonly string[];
  isLast: boolean;
  onChange: (ids: string[]) => void;
};

/** One printer of the group, with buttons to move and remove it. */
const MemberRow = ({ config, at, ids, isLast, onChange }: MemberRowProps) => (
  <li>
    <span>
      <b title={config.name}>{config.name}</b>
      <small className="faint">
        {config.printerName} · {formatStock(config)}
      </small>
    </span>
    <RowButton
      icon="up"
      label={`${config.name} 上移`}
      disabled={at === 0}
      onPress={() => onChange(moveIdInList(ids, at, -1))}
    />
    <RowButton
      icon="down"
      label={`${config.name} 下移`}
      disabled={isLast}
      onPress={() => onChange(moveIdInList(ids, at, 1))}
    />
    <RowButton
      icon="close"
      label={`${config.name} 移出`}
      onPress={() => onChange(ids.filter((id) => id !== config.id))}
    />
  </li>
);

/** Printers of a group in order, with actions to add, remove and sort. */
export const GroupPrinters = ({
  configs,
  isVirtual,
  ids,
  error,
  onChange,
}: {
  configs: readonly Config[];
  isVirtual: (config: Config) => boolean;
  ids: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}) => {
  const members = ids.flatMap((id) => configs.find((config) => config.id === id) ?? []);
  const { joinable, isPartial } = listJoinableConfigs(configs, members, isVirtual);
  return (
    <div role="group" aria-labelledby="group-places">
      <span id="group-places" className="medium">
        打印机，排在前面的先用
      </span>
      <ol className={s.places}>
        {members.map((config, at) => (
          <MemberRow
            key={config.id}
            {...{ config, at, ids, onChange }}
            isLast={at === members.length - 1}
          />
        ))}
      </ol>
      {joinable.length > 0 && members.length < GROUP_PRINTERS.max && (
        <SelectField
          label="添加一台"
          name="add"
          value=""
          placeholder="选一个配置"
          options={joinable.map((config) => ({
            value: config.id,
            label: `${config.name} · ${config.printerName} · ${formatStock(config)}`,
          }))}
          onChange={(id) => id && onChange([...ids, id])}
        />
      )}
      {isPartial && (
        <p className="small quiet">虚拟打印机不能和真的打印机放在一组，这里只列同一种。</p>
      )}
      {error && (
        <p className="field-err" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
