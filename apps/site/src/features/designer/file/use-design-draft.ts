import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import type { Template } from '@yunbiao/label';
import { dismissToast, toast } from '@yunbiao/ui/overlay/toast.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { hasDraft, getDraftOwner } from '../../../kit/form/drafts.ts';
import { type Form, useForm } from '../../../kit/form/use-form.ts';
import { useLeaveConfirmation } from '../../../kit/form/use-leave-confirmation.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { storeDesignForDesigner, takeIncomingDesign } from '../../../kit/label/incoming-design.ts';
import { useSession } from '../../../kit/site/site.tsx';
import type { Designer } from '../designer.ts';
import { loadTemplateCheck, templateCheck } from '../template-check.ts';
import { readTemplateText } from './open-json.ts';
import type { Source } from './source.ts';

type Draft = { name: string; template: Template };

/**
 * Restores a draft. If it is based on an older version than the saved one, marks it so that saving
 * asks before overwriting.
 */
export const resumeDraft = (
  designer: Designer,
  { name, template }: Draft,
  madeFrom: number | null,
  description: string,
): void => {
  designer.file.set((file) => ({ ...file, name }));
  if (designer.getDoc().template === template) return;
  const { source } = designer.file.get();
  designer.execute(description, () => ({ template, chosen: [] }));
  const from = madeFrom ?? source.version;
  if (source.own && from < source.version)
    designer.file.set((file) => ({
      ...file,
      source: { ...source, version: from },
      newer: source.version,
    }));
};

/** Returns to the last saved design. Discards later changes, too. */
const discardChanges = (designer: Designer, source: Source): void => {
  const { stored } = designer.file.get();
  designer.execute('放弃未保存的修改', () => ({ template: stored.template, chosen: [] }));
  designer.file.set((file) => ({ ...file, name: stored.name, source, newer: null }));
};

/**
 * Version on which the draft is based; null when it is unknown or the draft contains only the name.
 */
export const readBaseVersion = (value: unknown): number | null => {
  const { from, template } = value as Record<string, unknown>;
  return template !== undefined && typeof from === 'number' ? from : null;
};

/**
 * Parses a stored draft; parts it lacks come from `base`. Returns null when it is invalid or has an
 * unsupported format.
 */
export const parseDesignDraft = (value: unknown, base: Draft): Draft | null => {
  const { name = base.name, template } = value as Record<string, unknown>;
  if (typeof name !== 'string') return null;
  if (template === undefined) return { ...base, name };
  const checkedTemplate = templateCheck.get()?.(template).template;
  return checkedTemplate ? { name, template: checkedTemplate } : null;
};

/** Returns true when a draft can be parsed. Loads the template check only when there is a draft. */
const useDraftReadable = (name: string | null): boolean => {
  const owner = useSession(getDraftOwner);
  const check = useStore(templateCheck);
  const isAny = useMemo(() => name !== null && hasDraft(owner, name), [owner, name]);
  const isReadable = !isAny || check !== null;
  useEffect(() => {
    if (!isReadable) loadTemplateCheck().catch(() => toast.error(NETWORK_FAILED));
  }, [isReadable]);
  return name !== null && isReadable;
};

/**
 * Applies the restored draft to the design once, and offers to discard it. Returns the id of the
 * toast with the offer.
 */
const useResumedDraft = (
  designer: Designer,
  { getState }: Form<Draft>,
  isRestored: boolean,
  baseVersion: RefObject<number | null>,
) => {
  const isResumed = useRef(false);
  const discardToast = useRef(0);
  useEffect(() => {
    if (!isRestored || isResumed.current) return;
    isResumed.current = true;
    const { values } = getState();
    const { source } = designer.file.get();
    const isSame = designer.getDoc().template === values.template;
    resumeDraft(designer, values, baseVersion.current, '继续未保存的修改');
    if (isSame) return;
    discardToast.current = toast.success('继续上次未保存的修改', {
      durationMs: 8_000,
      action: { label: '放弃', run: () => discardChanges(designer, source) },
    });
  }, [isRestored, designer, getState, baseVersion]);
  return discardToast;
};

/**
 * Opens a label sent by another page. It has priority over a restored draft; undo brings the draft
 * back.
 */
const useOpenIncomingDesign = (designer: Designer, ready: boolean): void => {
  useEffect(() => {
    if (!ready) return;
    const passedDesign = designer.file.get().source.id === null ? takeIncomingDesign() : null;
    if (!passedDesign) return;
    readTemplateText(passedDesign.json).then(
      ({ template, problem }) => {
        if (problem !== null) return void toast.error(problem);
        designer.file.set((file) => ({ ...file, name: passedDesign.name }));
        designer.execute('打开', () => ({ template, chosen: [] }));
      },
      () => {
        storeDesignForDesigner(passedDesign.name, passedDesign.json);
        toast.error(NETWORK_FAILED);
      },
    );
  }, [ready, designer]);
};

/** Copies every change of the design into the form, which stores it as the draft. */
const useSyncDesignToForm = (
  designer: Designer,
  { getState, set }: Form<Draft>,
  ready: boolean,
): void => {
  useEffect(() => {
    if (!ready) return;
    const copyDesignToForm = (): void => {
      const { name } = designer.file.get();
      const { template } = designer.getDoc();
      const { values } = getState();
      if (values.template !== template || values.name !== name) set({ name, template });
    };
    copyDesignToForm();
    const ends = [
      designer.history.subscribe(copyDesignToForm),
      designer.file.subscribe(copyDesignToForm),
    ];
    return () => ends.forEach((end) => end());
  }, [ready, designer, getState, set]);
};

/**
 * Stores unsaved changes in this browser and restores them after the window was closed, the session
 * expired or the member signed in. `name`: null until the number of this window is known.
 */
export const useDesignDraft = (designer: Designer, name: string | null) => {
  const form = useForm<Draft>(() => designer.file.get().stored);
  const baseVersion = useRef<number | null>(null);
  const { ready, isRestored, isKept, at, drop } = useStoredDraft(form, {
    name: name ?? '',
    hasBase: useDraftReadable(name),
    pick: () => {
      const part = form.getUnsaved();
      return part && { ...part, from: designer.file.get().source.version };
    },
    restore: ({ value }, base) => {
      baseVersion.current = readBaseVersion(value);
      return parseDesignDraft(value, base);
    },
  });
  useLeaveConfirmation({
    hasUnsavedWork: () => !isKept && form.getUnsaved() !== null,
    getMessage: () => '浏览器存不下未保存的修改，离开后会丢失。',
    ignoresSearch: true,
  });
  const discardToast = useResumedDraft(designer, form, ready && isRestored, baseVersion);
  useOpenIncomingDesign(designer, ready);
  useSyncDesignToForm(designer, form, ready);
  return {
    ready,
    /** Time at which the draft was stored, epoch ms. */
    keptAt: at,
    /**
     * Called after a save. Changes made while saving stay in the draft, or, with `moves`, in the
     * draft of the new URL.
     */
    onSaved: (draft: Draft, moves: boolean): void => {
      // The changes it would discard are saved now.
      dismissToast(discardToast.current);
      form.applySave(draft, draft);
      if (moves) form.finish();
      if (form.getUnsaved() === null) drop();
    },
  };
};
