import { toast } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { sayFailure } from '../../shell/say-failure.ts';
import { useApi } from '../../shell/site.tsx';
import { prepareValidation, validate } from '../../shell/validate.ts';

const EMPTY = { oldPassword: '', password: '' };
export type PasswordValues = typeof EMPTY;

/** The two passwords, and the way to the server. They are kept nowhere, and gone as soon as they are stored. */
export const usePassword = () => {
  const api = useApi();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  useEffect(prepareValidation, []);
  const set = (part: Partial<PasswordValues>): void => {
    setValues((now) => ({ ...now, ...part }));
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))),
    );
  };
  /** True when it was changed. */
  const change = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const checked = await validate('changePwd', values);
      if (!checked.ok) {
        setErrors(checked.fields);
        return false;
      }
      const reply = await api.call('changePwd', checked.input);
      if (reply.state === 'fail') {
        setErrors(reply.data?.fields ?? {});
        if (!reply.data?.fields) sayFailure(reply);
        return false;
      }
      setValues(EMPTY);
      setErrors({});
      toast.success('密码已改，别处的登录已退出');
      return true;
    } finally {
      setBusy(false);
    }
  };
  return { values, errors, isBusy, set, change };
};
