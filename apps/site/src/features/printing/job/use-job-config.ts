import type { Template } from '@yunbiao/label';
import { useState } from 'react';
import { resolveChosenConfig, chooseDefaultConfig } from '../choose/choose-config.ts';
import { findChosenGroup, chooseGroupConfig } from '../choose/choose-group.ts';
import type { ConfigForSize, Draft } from '../draft.ts';
import type { PrintData } from '../load-print.ts';

/**
 * Default configuration that this tab used for this label size; null when it is gone or disabled.
 */
const findTabDefaultConfig = (
  { begun: defaultConfig }: Draft,
  size: string,
  configs: PrintData['configs']['list'],
): ConfigForSize | null =>
  defaultConfig?.size === size &&
  configs.some(({ id, enabled }) => enabled && id === defaultConfig.id)
    ? defaultConfig
    : null;

/**
 * The printer configuration of the job. With a chosen group it is the configuration used for the
 * preview.
 */
export const useJobConfig = (
  { configs: { list: configs }, groups }: PrintData,
  draft: Draft,
  template: Template,
) => {
  const size = `${template.widthMm} × ${template.heightMm}`;
  const createDefaultConfig = (): ConfigForSize => ({
    size,
    id: chooseDefaultConfig(configs, template)?.id ?? '',
  });
  // Chosen once per label size: a printer that goes offline while the member is typing does not
  // redirect the job to another printer.
  const [initialConfig, setDefaultConfig] = useState(createDefaultConfig);
  const first =
    [findTabDefaultConfig(draft, size, configs), initialConfig].find(
      (config) => config?.size === size,
    ) ?? createDefaultConfig();
  if (initialConfig.size !== size) setDefaultConfig(first);
  const group = findChosenGroup(groups.list, draft.configId);
  const config =
    (group && chooseGroupConfig(group, configs, template)) ??
    resolveChosenConfig(configs, draft.configId, first.id, template);
  // Replaces a configuration that is gone. The replacement is kept, too.
  if (!group && config && config.id !== draft.configId && config.id !== first.id)
    setDefaultConfig({ size, id: config.id });
  const configId = config?.id ?? '';
  const isChosen = group !== undefined || configId === draft.configId;
  return {
    config,
    group,
    /** Stored in the draft with the attempt: after a reload a retry uses the same printer. */
    where: isChosen
      ? { configId: draft.configId }
      : { configId: '', begun: { size, id: configId } },
  };
};
