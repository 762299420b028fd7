import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { CONFIG_NAME_LENGTH } from '@yunbiao/contract/limits/print-config';
import { cleanDisplayText } from '@yunbiao/contract/core/display-text';
import { parseNumber } from '@yunbiao/ui/number.ts';
import { useEffect, useState } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import { sendForm } from '../../../kit/form/send-form.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../../kit/form/validate.ts';
import { useApi } from '../../../kit/site/site.tsx';
import {
  listPossiblePrinterLanguages,
  guessPrinterLanguage,
  type FoundPrinter,
} from './discovery-messages.ts';
import type { Client, Printer } from '../client-name.ts';

export type Draft = {
  name: string;
  language: Language;
  dpi: string;
  exclusive: string;
  widthMm: string;
  heightMm: string;
  gapMm: string;
};

const createPrinterDraft = (printer: FoundPrinter): Draft => {
  const language = guessPrinterLanguage(printer);
  const [ready] = printer.media;
  return {
    name: cleanDisplayText(printer.name, PRINTER_NAME_LENGTH),
    language,
    dpi: String(printer.dpi ?? 203),
    exclusive: '1',
    widthMm: String(ready?.widthMm ?? 60),
    heightMm: String(ready?.heightMm ?? 40),
    gapMm: String(LANGUAGE_FACTS[language].defaults.gapMm),
  };
};

/**
 * A printer that was added. `configId`: null when its configuration was refused, for example by the
 * plan.
 */
export type AddedPrinter = { taken: true; printer: Printer; configId: string | null };

export const isAddedPrinter = (outcome: AddedPrinter | Errors): outcome is AddedPrinter =>
  outcome['taken'] === true;

const parseMediaSizes = ({ widthMm, heightMm, gapMm }: Draft) => ({
  widthMm: parseNumber(widthMm) ?? widthMm,
  heightMm: parseNumber(heightMm) ?? heightMm,
  gapMm: parseNumber(gapMm) ?? gapMm,
});

/** Runs one request at a time. `said`: the text of its answer. */
const useSingleRequest = () => {
  const [statusText, setSaid] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const runRequest = async (act: () => Promise<string>): Promise<void> => {
    if (isAsking) return;
    setIsAsking(true);
    setSaid('');
    setSaid(await act());
    setIsAsking(false);
  };
  return { said: statusText, isAsking, runRequest };
};

/** Saves the first configuration of a printer. Returns its id, or null when it was refused. */
const addConfig = async (
  api: ReturnType<typeof useApi>,
  clientId: string,
  printer: Printer,
  values: Draft,
): Promise<string | null> => {
  const { language, dpi } = values;
  const { darkness, speed } = LANGUAGE_FACTS[language].defaults;
  const size = ` ${values.widthMm} × ${values.heightMm}`;
  const savedConfig = await sendForm(api, 'savePrintConfig', {
    name: cleanDisplayText(printer.name, CONFIG_NAME_LENGTH - size.length) + size,
    clientId,
    printerId: printer.id,
    language,
    dpi: Number(dpi),
    ...parseMediaSizes(values),
    darkness,
    speed,
  });
  return savedConfig.data?.id ?? null;
};

/** Form and actions to query, test and add a discovered printer. */
export const usePrinterSetup = (client: Client, printer: FoundPrinter, onChanged: () => void) => {
  const api = useApi();
  const form = useForm<Draft>(() => createPrinterDraft(printer));
  const { said, isAsking, runRequest } = useSingleRequest();
  useEffect(preloadValidationSchemas, []);
  const target = { clientId: client.id, foundId: printer.id };
  const possible = listPossiblePrinterLanguages(printer);
  const probePrinter = (): Promise<void> =>
    runRequest(async () => {
      const reply = await api.call('foundLook', target);
      if (reply.state === 'fail') return reply.msg;
      const { text, language, dpi } = reply.data;
      form.set({
        ...(language && possible.includes(language) ? { language } : {}),
        ...(dpi ? { dpi: String(dpi) } : {}),
      });
      return text;
    });
  const printTestLabel = (): Promise<void> =>
    runRequest(async () => {
      const { values } = form.getState();
      const size = parseMediaSizes(values);
      const input = { ...target, language: values.language, dpi: Number(values.dpi), ...size };
      let reason = '';
      const { data, errors } = await sendForm(api, 'foundTest', input, {
        onRefusal: ({ msg }) => {
          reason = msg;
          return {};
        },
      });
      if (data) return data.text;
      form.showErrors(errors);
      return reason;
    });
  const addPrinter = async (): Promise<AddedPrinter | Errors> => {
    const { values } = form.getState();
    const input = {
      ...target,
      name: values.name.trim(),
      language: values.language,
      dpi: Number(values.dpi),
      exclusive: values.exclusive === '1',
    };
    const { data: row, errors } = await sendForm(api, 'foundTake', input);
    if (!row) return errors;
    onChanged();
    return { taken: true, printer: row, configId: await addConfig(api, client.id, row, values) };
  };
  return { form, said, isAsking, look: probePrinter, test: printTestLabel, take: addPrinter };
};
