import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { useText } from '../../text/use-text.js';
import css from './rules.module.css';
import { type Terminal, TERMINALS } from './rules-documents.js';
import { TerminalDialog } from './terminal-dialog.js';

/** Lists the methods and fields that each account's terminal accepts, as configured here. */
export function Terminals(): ReactElement {
  const text = useText();
  const mayChange = useHolds('accounts:update');
  const [{ data, error }, execute] = useQuery({ query: TERMINALS });
  const [asked, setAsked] = useState<Terminal | null>(null);
  const readAgain = (): void => {
    execute();
  };
  return (
    <section className={css.part} aria-label={text('terminals.title')}>
      <h2>{text('terminals.title')}</h2>
      {error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : null}
      {!data && !error ? <Loading /> : null}
      <div className={css.grid}>
        {data?.accounts.map((terminal) => (
          <Panel key={terminal.id} title={terminal.name}>
            <TerminalFacts terminal={terminal} />
            {mayChange ? (
              <Button
                aria-label={text('rules.changeOne', { name: terminal.name })}
                onClick={() => {
                  setAsked(terminal);
                }}
              >
                {text('rules.change')}
              </Button>
            ) : null}
          </Panel>
        ))}
      </div>
      {asked ? (
        <TerminalDialog
          terminal={asked}
          onClose={() => {
            setAsked(null);
            readAgain();
          }}
        />
      ) : null}
    </section>
  );
}

function TerminalFacts({ terminal }: { readonly terminal: Terminal }): ReactElement {
  const text = useText();
  const { walletVariant, hostedPageNeedsEmail, methods } = terminal.terminalProfile;
  return (
    <Facts
      facts={[
        [text('terminal.wallets'), text(`terminal.wallets.${walletVariant}`)],
        [text('terminal.email'), text(hostedPageNeedsEmail ? 'terminal.yes' : 'terminal.no')],
        ...methods.map(({ method, word, lacksWord, requiredFields }) => {
          const needs = requiredFields.map((field) => text(`customer.${field}`)).join(', ');
          return [
            text(`order.method.${method}`),
            <>
              {needs === '' ? text('terminal.needsNothing') : text('terminal.needs', { fields: needs })}
              {word === null ? '' : ` ${text(lacksWord ? 'terminal.noWord' : 'terminal.word', { word })}`}
            </>,
          ] as const;
        }),
      ]}
    />
  );
}
