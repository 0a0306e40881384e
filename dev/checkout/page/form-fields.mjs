/* global document */

export function readFields(form) {
  return Object.fromEntries(inputsOf(form).map((input) => [input.name, input.value.trim()]));
}

/** Fills a form, for example with the payer's own values if a field must be corrected. */
export function fillFields(form, values) {
  for (const input of inputsOf(form)) input.value = values[input.name] ?? '';
}

/** Clears a form, so that neither the browser nor a later viewer can restore a value. */
export function clearFields(form) {
  fillFields(form, {});
  showErrors(form, []);
}

/** Shows each error beside its field, and errors without a field below the form. */
export function showErrors(form, errors) {
  const inputs = inputsOf(form);
  for (const input of inputs) {
    const text = textOf(errors.filter(({ field }) => field === input.name));
    document.getElementById(`${input.id}-error`).textContent = text;
    input.setAttribute('aria-invalid', String(text !== ''));
  }
  const names = inputs.map(({ name }) => name);
  const others = errors.filter(({ field }) => !names.includes(field));
  document.getElementById(`${form.id}-error`).textContent = textOf(others);
  inputs.find((input) => input.getAttribute('aria-invalid') === 'true')?.focus();
}

/** Formats `1239`, `12 / 39` and `12/2039` as `12/39`. Leaves other text unchanged. */
export function asExpiry(text) {
  const match = /^(\d{2})\D*(?:20)?(\d{2})$/.exec(text.trim());
  return match === null ? text : `${match[1]}/${match[2]}`;
}

/** Groups digits in fours, as on most cards. */
export function asCardNumber(text) {
  return text.replaceAll(/\s/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

function inputsOf(form) {
  return [...form.querySelectorAll('input')];
}

function textOf(errors) {
  return errors.map(({ text }) => text).join(' ');
}
