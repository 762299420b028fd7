/** Button that sends the verification code again when the countdown is over. */
export const AgainButton = ({
  left,
  isBusy,
  onAgain,
}: {
  /** Seconds until the code can be sent again. */
  left: number;
  isBusy: boolean;
  onAgain: () => void;
}) => (
  <button
    type="button"
    className="button"
    disabled={left > 0}
    aria-disabled={isBusy || left > 0}
    onClick={onAgain}
  >
    {left > 0 ? `重新获取（${left} 秒）` : '重新获取'}
  </button>
);
