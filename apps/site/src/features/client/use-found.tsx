import { Link } from '@tanstack/react-router';
import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { PRINTER_NAME_LENGTH } from '@yunbiao/contract/limits/client';
import { CONFIG_NAME_LENGTH, CONFIG_RANGES, rangesOf } from '@yunbiao/contract/limits/print-config';
import { shownText } from '@yunbiao/contract/shown-text';
import { tellTaleMm } from '@yunbiao/label/tell-tale';
import { Dialog, toast } from '@yunbiao/ui';
import { NumberField, SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { readNumber } from '@yunbiao/ui/number.ts';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { useEffect, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import s from './client.module.css';
import { languagesFor, likelyLanguage, SIZES, type Found } from './found-words.ts';
import type { Client, Printer } from './words.ts';

type Draft = {
  name: string;
  language: Language;
  dpi: string;
  exclusive: string;
  widthMm: string;
  heightMm: string;
  gapMm: string;
};

const draftOf = (found: Found): Draft => {
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
type Taken = { taken: true; printer: Printer; configId: string | null };

const isTaken = (outcome: Taken | Errors): outcome is Taken => outcome['taken'] === true;

const numbersOf = ({ widthMm, heightMm, gapMm }: Draft) => ({
  widthMm: readNumber(widthMm) ?? widthMm,
  heightMm: readNumber(heightMm) ?? heightMm,
  gapMm: readNumber(gapMm) ?? gapMm,
});

/** What the printer is asked, told to print, and taken into use with. */
const useSetUp = (client: Client, found: Found, onChanged: () => void) => {
  const api = useApi();
  const form = useForm<Draft>(() => draftOf(found));
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
      const input = { ...one, language, dpi: Number(dpi), ...numbersOf(values) };
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
      ...numbersOf(values),
      darkness,
      speed,
    });
    return { taken: true, printer, configId: saved.data?.id ?? null };
  };
  return { form, said, isAsking, look, test, take };
};

const Done = ({
  printer,
  configId,
  alias,
  onClose,
}: {
  printer: Printer;
  configId: string | null;
  alias: string;
  onClose: () => void;
}) => (
  <div className={s.form}>
    <p className="medium">“{printer.name}”可以用了。</p>
    <p className="small quiet">
      {configId === null
        ? '配置没有建成，到打印机配置里给它新建一个。'
        : '配置也建好了。打一张校准标签，量两个数，以后就不会印偏。'}
    </p>
    <div className={s.row}>
      <button type="button" className="button" onClick={onClose}>
        关闭
      </button>
      <Link
        className="button primary"
        to="/$soft/user/printerCfg"
        params={{ soft: alias }}
        search={configId === null ? { new: '1', printer: printer.id } : { id: configId }}
        data-autofocus
      >
        {configId === null ? '新建配置' : '去校准'}
      </Link>
    </div>
  </div>
);

type UseFoundProps = {
  client: Client;
  alias: string;
  found: Found;
  onClose: () => void;
  onChanged: () => void;
};

/** 使用: name, language, resolution and stock of a found printer, with a small label that shows what is right. */
export const UseFound = ({ client, alias, found, onClose, onChanged }: UseFoundProps) => {
  const { form, said, isAsking, look, test, take } = useSetUp(client, found, onChanged);
  const [done, setDone] = useState<Taken | null>(null);
  const { values, errors } = form;
  const ranges = rangesOf(values.language);
  const size = `${values.widthMm}x${values.heightMm}`;
  const common = SIZES.filter(([widthMm]) => widthMm <= ranges.widthMm.max);
  const isCommon = common.some(([w, h]) => `${w}x${h}` === size);
  const submit = async (): Promise<Errors | null> => {
    const outcome = await take();
    if (!isTaken(outcome)) return outcome;
    toast.success(`已加上“${outcome.printer.name}”`);
    setDone(outcome);
    return null;
  };
  return (
    <Dialog
      title={`使用“${shownText(found.name, 24)}”`}
      shape="wide"
      maxWidth={560}
      onClose={onClose}
    >
      {done ? (
        <Done printer={done.printer} configId={done.configId} alias={alias} onClose={onClose} />
      ) : (
        <form className={s.form} {...form.props(submit)}>
          <TextField
            label="名称"
            name="name"
            value={values.name}
            maxLength={PRINTER_NAME_LENGTH}
            error={errors.name}
            onChange={(name) => form.set({ name })}
          />
          <SelectField
            label="标签纸"
            name="size"
            value={isCommon ? size : ''}
            placeholder="别的尺寸，填在下面"
            options={common.map(([w, h]) => ({ value: `${w}x${h}`, label: `${w} × ${h} mm` }))}
            onChange={(chosen) => {
              const [widthMm, heightMm] = chosen.split('x');
              if (widthMm && heightMm) form.set({ widthMm, heightMm });
            }}
          />
          <div className={s.sizes}>
            <NumberField
              label="宽"
              name="widthMm"
              unit="mm"
              step={1}
              {...ranges.widthMm}
              value={values.widthMm}
              error={errors.widthMm}
              onChange={(widthMm) => form.set({ widthMm })}
            />
            <NumberField
              label="高"
              name="heightMm"
              unit="mm"
              step={1}
              {...CONFIG_RANGES.heightMm}
              value={values.heightMm}
              error={errors.heightMm}
              onChange={(heightMm) => form.set({ heightMm })}
            />
            {ranges.gapMm.max > 0 && (
              <NumberField
                label="间距"
                name="gapMm"
                unit="mm"
                step={0.5}
                {...ranges.gapMm}
                value={values.gapMm}
                error={errors.gapMm}
                onChange={(gapMm) => form.set({ gapMm })}
              />
            )}
          </div>
          <Segmented
            legend="打印语言"
            name="language"
            value={values.language}
            options={languagesFor(found).map((one) => ({
              value: one,
              label: LANGUAGE_FACTS[one].name,
            }))}
            onChange={(chosen) => {
              const language = languagesFor(found).find((one) => one === chosen);
              if (language)
                form.set({ language, gapMm: String(LANGUAGE_FACTS[language].usual.gapMm) });
            }}
          />
          <Segmented
            legend="分辨率"
            name="dpi"
            value={values.dpi}
            options={['203', '300', '600'].map((value) => ({ value, label: `${value} dpi` }))}
            onChange={(dpi) => form.set({ dpi })}
          />
          <Segmented
            legend="谁用它"
            name="exclusive"
            value={values.exclusive}
            options={[
              { value: '1', label: '只有云标' },
              { value: '0', label: '和别的软件共用' },
            ]}
            onChange={(exclusive) => form.set({ exclusive })}
          />
          <div className={s.trial}>
            <div className="row">
              <button
                type="button"
                className="button compact"
                aria-disabled={isAsking}
                onClick={() => void test()}
              >
                印一张测试标签
              </button>
              <button
                type="button"
                className="bare small"
                aria-disabled={isAsking}
                onClick={() => void look()}
              >
                问问打印机
              </button>
            </div>
            <p className="small quiet" aria-live="polite">
              {isAsking ? '正在问打印机…' : said}
            </p>
            <p className="small quiet">
              标签上印着语言和三根横条，拿尺子量：正好{' '}
              {tellTaleMm({ widthMm: readNumber(values.widthMm) ?? 60 })} mm
              的那一根旁边写多少，就选多少 dpi。什么都没印、或者印出一串乱码，换一种打印语言再试。
            </p>
          </div>
          <div className={s.row}>
            <button type="button" className="button" onClick={onClose}>
              取消
            </button>
            <button type="submit" className="button primary" aria-disabled={form.isBusy}>
              使用
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
};
