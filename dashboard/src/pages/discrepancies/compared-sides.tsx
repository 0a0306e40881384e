import type { ReactElement } from 'react';
import { useFacts } from '../../text/fact.js';
import { useText } from '../../text/use-text.js';
import css from './compared-sides.module.css';
import type { Sides } from './use-sides.js';

/** Shows both sides of a discrepancy next to each other. */
export function ComparedSides({ sides }: { readonly sides: Sides }): ReactElement {
  const text = useText();
  const ours = new Map(useFacts(sides.ours));
  const theirs = new Map(useFacts(sides.theirs));
  const names = [...new Set([...ours.keys(), ...theirs.keys()])];
  return (
    <table className={css.sides}>
      <thead>
        <tr>
          <td />
          <th scope="col">{text('discrepancy.ours')}</th>
          <th scope="col">{text('discrepancy.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{ours.get(name) ?? '–'}</td>
            <td>{theirs.get(name) ?? text('discrepancy.notShown')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
