import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { useAccounts } from '../../api/use-accounts.js';
import { useHolds } from '../../api/viewer.js';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { SelectField } from '../../design/choices.js';
import { PlainHead } from '../../design/plain-head.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import { ImportDialog } from './import-dialog.js';
import { RUN_NOW } from './reconciliation-documents.js';
import css from './reconciliation.module.css';
import { Runs } from './runs.js';
import { Statements } from './statements.js';

/** Shows the reconciliation runs and the imported statements. */
export function ReconciliationPage(): ReactElement {
  const text = useText();
  const accounts = useAccounts();
  const mayRun = useHolds('reconciliation:run');
  const [account, setAccount] = useState<string | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const [wasOn, setWasOn] = useState<boolean | null>(null);
  // A change in either list reloads both.
  const [reads, setReads] = useState(0);
  const readAgain = (): void => {
    setReads(reads + 1);
  };
  const [, runNow] = useMutation(RUN_NOW);
  const run = useAct(readAgain, async () => {
    const { data, error } = await runNow({ input: { accountId: account } });
    setWasOn(data ? !data.runReconciliation.isNew : null);
    return { error, userErrors: data?.runReconciliation.userErrors };
  });
  return (
    <>
      <PlainHead
        title={text('reconciliation.title')}
        controls={
          mayRun ? (
            <>
              <Button
                onClick={() => {
                  setIsImporting(true);
                }}
              >
                {text('reconciliation.import')}
              </Button>
              <Button tone="primary" disabled={run.isUnderWay} onClick={run.run}>
                {text('reconciliation.run')}
              </Button>
            </>
          ) : null
        }
      />
      <p role="status">{wasOn === null ? null : text(wasOn ? 'reconciliation.isOn' : 'reconciliation.begun')}</p>
      <Problem act={run} />
      {accounts.length > 1 ? (
        <div className={css.account}>
          <SelectField
            label={text('payout.account')}
            choices={accounts.map(({ id, name }) => ({ value: id, word: name }))}
            value={account ?? accounts[0]?.id ?? ''}
            onChange={setAccount}
          />
        </div>
      ) : null}
      <div key={`${account ?? ''} ${reads}`} className={css.parts}>
        <Runs accountId={account} />
        <Statements accountId={account} />
      </div>
      {isImporting ? (
        <ImportDialog
          accountId={account}
          onClose={() => {
            setIsImporting(false);
            readAgain();
          }}
        />
      ) : null}
    </>
  );
}
