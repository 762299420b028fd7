import { showConfirmDialog, toast } from '@yunbiao/ui';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import { useApi } from '../../../kit/site/site.tsx';
import s from '../config.module.css';
import type { Config } from '../draft.ts';
import { RULE_WORDS, describeTakeover } from './group-messages.ts';
import type { PrinterGroup } from '../load.ts';

const GroupDialog = createOnDemandComponent(
  async () => (await import('./group-dialog.tsx')).GroupDialog,
);

const GroupRow = ({
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
          {RULE_WORDS[group.rule].short} · {describeTakeover(group)}
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

/** 打印机组: groups of printers that replace each other, below the configurations. */
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
  /** Null: a new group; undefined: no group is being edited. */
  const [edited, setEdited] = useState<PrinterGroup | null>();
  const removePrinterGroup = async (group: PrinterGroup): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: `删除打印机组“${group.name}”？`,
      detail: '打印机和配置都还在。已经打印到组里的标签留在现在的打印机上，不再自己转走。',
      confirmText: '删除',
      danger: true,
    });
    if (!isConfirmed) return;
    const reply = await api.call('deletePrinterGroup', { id: group.id });
    if (reply.state === 'fail') return showFailure(reply);
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
          把几台打印机放进一个组，打印时选组：一台缺纸或离线，没打印的转到下一台继续打印。
        </p>
      ) : (
        <ul className={s.places}>
          {groups.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              configs={configs}
              onEdit={() => setEdited(group)}
              onDelete={() => void removePrinterGroup(group)}
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
          onSaved={(result) => {
            setEdited(undefined);
            toast.success(`保存了“${result.name}”`);
            onChanged();
          }}
        />
      )}
    </section>
  );
};
