import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../design/button.js';
import { ListTable } from '../../design/list-table.js';
import { useText } from '../../text/use-text.js';
import css from './rules.module.css';

interface RuleTableProps<Rule> {
  readonly title: string;
  /** The label of the button for a new rule. */
  readonly proposal: string;
  readonly empty: string;
  readonly columns: readonly string[];
  readonly rules: readonly Rule[];
  /** Returns a rule's accessible name. */
  readonly nameOf: (rule: Rule) => string;
  readonly renderCells: (rule: Rule) => ReactNode;
  readonly mayChange: boolean;
  /** Called to change a rule; null means a new one. */
  readonly onChange: (rule: Rule | null) => void;
  readonly onRemove: (rule: Rule) => void;
}

const nothing = (): void => undefined;

/** Lists rules, with buttons to change them if the user may. */
export function RuleTable<Rule>(props: RuleTableProps<Rule>): ReactElement {
  const text = useText();
  const { title, proposal, rules, columns, empty, mayChange, onChange, onRemove, nameOf, renderCells } = props;
  const byId = new Map(rules.map((rule, at) => [String(at), rule]));
  return (
    <section className={css.part} aria-label={title}>
      <div className={css.head}>
        <h2>{title}</h2>
        {mayChange ? (
          <Button
            onClick={() => {
              onChange(null);
            }}
          >
            {proposal}
          </Button>
        ) : null}
      </div>
      <ListTable
        label={title}
        columns={mayChange ? [...columns, text('rules.actions')] : columns}
        list={{
          ids: [...byId.keys()],
          ...{ isLoading: false, failure: null, hasMore: false, loadMore: nothing, reload: nothing },
        }}
        renderRow={(id) => {
          const rule = byId.get(id);
          return rule === undefined ? (
            <></>
          ) : (
            <tr>
              {renderCells(rule)}
              {mayChange ? (
                <td className={css.cell}>
                  <span className={css.actions}>
                    <Button
                      aria-label={text('rules.changeOne', { name: nameOf(rule) })}
                      onClick={() => {
                        onChange(rule);
                      }}
                    >
                      {text('rules.change')}
                    </Button>
                    <Button
                      tone="danger"
                      aria-label={text('rules.removeOne', { name: nameOf(rule) })}
                      onClick={() => {
                        onRemove(rule);
                      }}
                    >
                      {text('rules.remove')}
                    </Button>
                  </span>
                </td>
              ) : null}
            </tr>
          );
        }}
        empty={empty}
        onClear={null}
      />
    </section>
  );
}
