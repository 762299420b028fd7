import { confirm, toast } from '@yunbiao/ui';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useApi } from '../../kit/site/site.tsx';
import s from './config.module.css';
import type { Config } from './draft.ts';
import { RULE_WORDS, whenText } from './group-words.ts';
import type { PrinterGroup } from './load.ts';

const GroupDialog = onDemand(async () => (await import('./group-dialog.tsx')).GroupDialog);

const Row = ({
  group,
  configs,
  onEdit,
  onDelete,
}: {
  group: PrinterGroup;
  configs: readonly Config[];
  onEdit: () => void;
  onDelete: () => void;
}) => {
  const names = group.printConfigIds.flatMap(
    (id) => configs.find((config) => config.id === id)?.name ?? [],
  );
  return (
    <li>
      <span>
        <b title={group.name}>{group.name}</b>
        <small className="faint">
          {RULE_WORDS[group.rule].short} · {whenText(group)}
        </small>
        <small className="quiet">{names.length > 0 ? names.join(' → ') : '里面没有打印机了'}</small>
      </span>
      <button type="button" className="bare link small" onClick={onEdit}>
        编辑<span className="visually-hidden">{group.name}</span>
      </button>
      <button type="button" className="bare link small" onClick={onDelete}>
        删除<span className="visually-hidden">{group.name}</span>
      </button>
    </li>
  );
};

/** 打印机组: printers that stand in for each other, below the configurations they are made of. */
export const GroupList = ({
  groups,
  configs,
  isVirtual,
  onChanged,
}: {
  groups: readonly PrinterGroup[];
  configs: readonly Config[];
  isVirtual: (config: Config) => boolean;
  onChanged: () => void;
}) => {
  const api = useApi();
  /** Null: a new one; undefined: none is being edited. */
  const [edited, setEdited] = useState<PrinterGroup | null>();
  const remove = async (group: PrinterGroup): Promise<void> => {
    const sure = await confirm({
      message: `删除打印机组“${group.name}”？`,
      detail: '打印机和配置都还在。已经打到组里的标签留在现在的打印机上，不再自己转走。',
      confirmText: '删除',
      danger: true,
    });
    if (!sure) return;
    const reply = await api.call('deletePrinterGroup', { id: group.id });
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success('删除了');
    onChanged();
  };
  return (
    <section className={`block ${s.groups}`} aria-labelledby="groups-title">
      <div className="row">
        <h2 id="groups-title" className="section-title">
          打印机组
        </h2>
        <button type="button" className="button compact push-end" onClick={() => setEdited(null)}>
          <Icon name="plus" />
          新建打印机组
        </button>
      </div>
      {groups.length === 0 ? (
        <p className="medium quiet">
          把几台打印机放进一个组，打印时选组：一台缺纸或离线，没印的转到下一台接着印。
        </p>
      ) : (
        <ul className={s.places}>
          {groups.map((group) => (
            <Row
              key={group.id}
              group={group}
              configs={configs}
              onEdit={() => setEdited(group)}
              onDelete={() => void remove(group)}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <GroupDialog
          group={edited}
          configs={configs}
          isVirtual={isVirtual}
          onClose={() => setEdited(undefined)}
          onSaved={(saved) => {
            setEdited(undefined);
            toast.success(`保存了“${saved.name}”`);
            onChanged();
          }}
        />
      )}
    </section>
  );
};
