import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { CONFIG_NAME_LENGTH } from '@yunbiao/contract/limits/print-config';
import { shownText } from '@yunbiao/contract/shown-text';
import { readNumber } from '@yunbiao/ui/number.ts';
import { useEffect, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import { languagesFor, likelyLanguage, type Found } from './found-words.ts';
import type { Client, Printer } from './words.ts';

export type Draft = {
  name: string;
  language: Language;
  dpi: string;
  exclusive: string;
  widthMm: string;
  heightMm: string;
  gapMm: string;
};

const getDraft = (found: Found): Draft => {
  const language = likelyLanguage(found);
  const [ready] = found.media;
  return {
    name: shownText(found.name, PRINTER_NAME_LENGTH),
    language,
    dpi: String(found.dpi ?? 203),
    exclusive: '1',
    widthMm: String(ready?.widthMm ?? 60),
    heightMm: String(ready?.heightMm ?? 40),
    gapMm: String(LANGUAGE_FACTS[language].usual.gapMm),
  };
};

/** What came of it; the configuration may have been refused, as by the plan. */
export type Taken = { taken: true; printer: Printer; configId: string | null };

export const isTaken = (outcome: Taken | Errors): outcome is Taken => outcome['taken'] === true;

const listNumbers = ({ widthMm, heightMm, gapMm }: Draft) => ({
  widthMm: readNumber(widthMm) ?? widthMm,
  heightMm: readNumber(heightMm) ?? heightMm,
  gapMm: readNumber(gapMm) ?? gapMm,
});

/** What the printer is asked, told to print, and taken into use with. */
export const useSetUp = (client: Client, found: Found, onChanged: () => void) => {
  const api = useApi();
  const form = useForm<Draft>(() => getDraft(found));
  const [said, setSaid] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  useEffect(prepareValidation, []);
  const one = { clientId: client.id, foundId: found.id };
  const asking = async (act: () => Promise<string>): Promise<void> => {
    if (isAsking) return;
    setIsAsking(true);
    setSaid('');
    setSaid(await act());
    setIsAsking(false);
  };
  const look = (): Promise<void> =>
    asking(async () => {
      const reply = await api.call('foundLook', one);
      if (reply.state === 'fail') return reply.msg;
      const { text, language, dpi } = reply.data;
      form.set({
        ...(language && languagesFor(found).includes(language) ? { language } : {}),
        ...(dpi ? { dpi: String(dpi) } : {}),
      });
      return text;
    });
  const test = (): Promise<void> =>
    asking(async () => {
      const { values } = form.now();
      const { language, dpi } = values;
      const input = { ...one, language, dpi: Number(dpi), ...listNumbers(values) };
      let why = '';
      const { data, errors } = await sendForm(api, 'foundTest', input, {
        say: ({ msg }) => {
          why = msg;
          return {};
        },
      });
      if (data) return data.text;
      form.say(errors);
      return why;
    });
  const take = async (): Promise<Taken | Errors> => {
    const { values } = form.now();
    const { language, name } = values;
    const dpi = Number(values.dpi);
    const input = { ...one, name: name.trim(), language, dpi, exclusive: values.exclusive === '1' };
    const { data: printer, errors } = await sendForm(api, 'foundTake', input);
    if (!printer) return errors;
    onChanged();
    const { darkness, speed } = LANGUAGE_FACTS[language].usual;
    const size = ` ${values.widthMm} × ${values.heightMm}`;
    const saved = await sendForm(api, 'savePrintConfig', {
      name: shownText(printer.name, CONFIG_NAME_LENGTH - size.length) + size,
      clientId: client.id,
      printerId: printer.id,
      language,
      dpi,
      ...listNumbers(values),
      darkness,
      speed,
    });
    return { taken: true, printer, configId: saved.data?.id ?? null };
  };
  return { form, said, isAsking, look, test, take };
};
