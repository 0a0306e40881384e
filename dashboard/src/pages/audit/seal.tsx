import { type ReactElement, useState } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Button } from '../../design/button.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { useText } from '../../text/use-text.js';
import { AUDIT_SEAL_CHECK, type ShownEntry } from './audit-documents.js';
import css from './audit.module.css';

const CHECKED = { true: 'audit.intact', false: 'audit.edited', null: 'audit.uncheckable' } as const;

/** Shows an entry's position and hash in the hash chain, with a button to verify them. */
export function Seal({ entry: { id, seal } }: { readonly entry: ShownEntry }): ReactElement {
  const text = useText();
  const client = useClient();
  const [check, setCheck] = useState<{ readonly isIntact: boolean | null } | Failure | null>(null);
  const verify = async (): Promise<void> => {
    const { data, error } = await client.query(AUDIT_SEAL_CHECK, { id });
    setCheck(data?.auditEntry?.seal ?? failureOf(error));
  };
  return (
    <Panel title={text('audit.seal')}>
      {seal ? (
        <>
          <Facts
            facts={[
              [text('audit.sealNumber'), seal.seq],
              [text('audit.sealHash'), seal.hash],
            ]}
          />
          <Button onClick={() => void verify()}>{text('audit.check')}</Button>
        </>
      ) : (
        <p>{text('audit.unsealed')}</p>
      )}
      {check && 'kind' in check ? <FailureNotice failure={check} onRetry={() => void verify()} /> : null}
      {check && 'isIntact' in check ? (
        <p
          role={check.isIntact === false ? 'alert' : 'status'}
          className={check.isIntact === false ? css.broken : undefined}
        >
          {text(CHECKED[String(check.isIntact) as keyof typeof CHECKED])}
        </p>
      ) : null}
      <p>{text('audit.verify')}</p>
    </Panel>
  );
}
