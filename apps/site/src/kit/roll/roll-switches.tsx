import type { RollState, RollSwitch } from '@yunbiao/contract/gateway/virtual-host';
import css from './roll.module.css';
import { SWITCHES } from './roll-messages.ts';

type RollSwitchesProps = {
  state: RollState;
  onSet: (name: RollSwitch, on: boolean) => void;
};

/** Switches that simulate printer faults. */
export const RollSwitches = ({ state, onSet }: RollSwitchesProps) => (
  <fieldset className={css.switches}>
    <legend>模拟故障</legend>
    {SWITCHES.map(({ name, act, off, on }) => {
      const isOn = state.switches[name];
      return (
        <label key={name} className="check">
          <input
            type="checkbox"
            name={name}
            checked={isOn}
            onChange={(event) => onSet(name, event.target.checked)}
          />
          <span>
            {act}
            <small className={isOn ? css.on : undefined}>{isOn ? on : off}</small>
          </span>
        </label>
      );
    })}
  </fieldset>
);
