/** A small stepper for the number of guests, in a shadow root of its own. Fires `change`. */
class GuestStepper extends HTMLElement {
  #value = 1;

  connectedCallback() {
    if (this.shadowRoot) return;
    this.#value = this.#clamp(Number(this.getAttribute('value')));
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `
      <style>
        :host { display: block; }
        [role=group] { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
        output { font-weight: 600; }
        button { width: 34px; height: 34px; border-radius: 50%; border: 1px solid #cfc6ba; background: #fff; color: #1d2b3a; font-family: inherit; font-size: 19px; line-height: 1; cursor: pointer; }
        button:hover:not(:disabled) { border-color: #1d2b3a; }
        button:focus-visible { outline: 3px solid #f0a58f; outline-offset: 2px; }
        button:disabled { opacity: .35; cursor: not-allowed; }
        div div { display: flex; gap: 8px; }
      </style>
      <div role="group" aria-label="Guests">
        <output aria-live="polite"></output>
        <div>
          <button type="button" aria-label="Fewer guests">−</button>
          <button type="button" aria-label="More guests">+</button>
        </div>
      </div>`;
    const [fewer, more] = root.querySelectorAll('button');
    fewer.addEventListener('click', () => this.#step(-1));
    more.addEventListener('click', () => this.#step(1));
    this.#show();
  }

  get value() {
    return this.#value;
  }

  #clamp(value) {
    return Math.min(Math.max(value || 1, 1), Number(this.getAttribute('max')) || 10);
  }

  #step(by) {
    this.#value = this.#clamp(this.#value + by);
    this.#show();
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #show() {
    const [fewer, more] = this.shadowRoot.querySelectorAll('button');
    this.shadowRoot.querySelector('output').textContent = this.#value === 1 ? '1 guest' : `${this.#value} guests`;
    fewer.disabled = this.#value <= 1;
    more.disabled = this.#value >= this.#clamp(Infinity);
  }
}

customElements.define('guest-stepper', GuestStepper);
