import { script, servePage, style } from '../site.mjs';
import { versionOf } from './servers.mjs';

export const shoelace = {
  name: 'shoelace',
  version: versionOf('@shoelace-style/shoelace'),
  async start() {
    const sent = [];
    const site = await servePage({
      title: 'Booking',
      head:
        style('@shoelace-style/shoelace/cdn/themes/light.css') +
        script('@shoelace-style/shoelace/cdn/shoelace.js', 'type="module"'),
      body: `<h1>Booking</h1>
        <form><sl-input name="name" label="Name" required></sl-input>
        <sl-select name="room" label="Room" placeholder="Choose one"><sl-option value="single">Single room</sl-option>
          <sl-option value="double">Double room</sl-option><sl-option value="suite">Suite</sl-option></sl-select>
        <sl-radio-group name="board" label="Board" value="none"><sl-radio value="none">None</sl-radio>
          <sl-radio value="half">Half board</sl-radio><sl-radio value="full">Full board</sl-radio></sl-radio-group>
        <sl-switch name="late">Late arrival</sl-switch><br><sl-checkbox name="terms" value="yes">I agree to the terms</sl-checkbox><br>
        <sl-range name="guests" label="Guests" min="1" max="6" value="1"></sl-range>
        <sl-textarea name="wishes" label="Wishes"></sl-textarea>
        <sl-button type="submit" variant="primary">Book</sl-button></form>
        <sl-dialog label="Confirm"><p>Do you want to book?</p><sl-button slot="footer" id="yes" variant="primary">Yes, book</sl-button></sl-dialog>
        <p id="done" role="status"></p>
        <script type="module">
          const dialog = document.querySelector('sl-dialog');
          const form = document.querySelector('form');
          form.addEventListener('submit', (event) => { event.preventDefault(); dialog.show(); });
          document.getElementById('yes').addEventListener('click', async () => {
            await fetch('/book', { method: 'POST', body: JSON.stringify(Object.fromEntries(new FormData(form))) });
            dialog.hide();
            document.getElementById('done').textContent = 'Your room is booked.';
          });
        </script>`,
      routes: {
        'POST /book': (body) => void sent.push(JSON.parse(body)),
      },
    });
    return { ...site, sent };
  },
  tasks: [
    {
      title: 'book a room',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.fill([
          [/^textbox "Name/, 'Ada'],
          [/^combobox "Room"/, 'Double room'],
          [/^radio "Half board"/, true],
          [/^switch "Late arrival"/, true],
          [/^checkbox "I agree/, true],
          [/^slider "Guests"/, 3],
          [/^textbox "Wishes"/, 'A view'],
        ]);
        await agent.click(/^button "Book"/);
        await agent.click(/^button "Yes, book"/);
        await agent.sees(/Your room is booked/);
      },
      truth: ({ sent }) => [
        sent,
        [
          {
            name: 'Ada',
            room: 'double',
            board: 'half',
            late: 'on',
            terms: 'yes',
            guests: '3',
            wishes: 'A view',
          },
        ],
      ],
    },
    {
      title: 'choose in the list by hand',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^combobox "Room"/);
        await agent.click(/^option "Suite"/);
        await agent.sees(/combobox "Room" = "Suite"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => document.querySelector('sl-select').value),
        'suite',
      ],
    },
  ],
};

export const select2 = {
  name: 'select2',
  version: versionOf('select2'),
  start: () =>
    servePage({
      title: 'Trip',
      head:
        style('select2/dist/css/select2.min.css') +
        script('jquery/dist/jquery.min.js') +
        script('select2/dist/js/select2.min.js'),
      body: `<h1>Trip</h1><label for="to">Destination</label><br><select id="to" style="width: 240px"><option>Berlin</option><option>Kyoto</option><option>Lima</option></select><br>
        <label for="tags">Interests</label><br><select id="tags" multiple style="width: 240px"><option>Museums</option><option>Food</option><option>Hiking</option><option>Music</option></select>
        <script>$('#to').select2(); $('#tags').select2({ placeholder: 'Choose some' });</script>`,
    }),
  tasks: [
    {
      title: 'choose a destination',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_select', {
          ref: await agent.need(/^combobox .*Berlin/),
          values: ['Kyoto'],
        });
        await agent.sees(/Kyoto/);
      },
      truth: async ({ page }) => [await page.evaluate(() => document.getElementById('to').value), 'Kyoto'],
    },
    {
      title: 'choose two interests',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^(searchbox|combobox|textbox) .*"Choose some"/);
        await agent.click(/^option "Food"/);
        await agent.click(/^(searchbox|combobox|textbox) .*"(Choose some|Food)"|^searchbox/);
        await agent.click(/^option "Music"/);
      },
      truth: async ({ page }) => [await page.evaluate(() => window.$('#tags').val()), ['Food', 'Music']],
    },
  ],
};

export const niceSelect = {
  name: 'nice-select2',
  version: versionOf('nice-select2'),
  start: () =>
    servePage({
      title: 'Shirt',
      head: style('nice-select2/dist/css/nice-select2.css') + script('nice-select2/dist/js/nice-select2.js'),
      body: `<h1>Shirt</h1><label for="size">Size</label><br><select id="size"><option>Small</option><option>Medium</option><option>Large</option></select><br><br>
        <label for="colour">Colour</label><br><select id="colour"><option>Red</option><option>Green</option><option>Blue</option></select>
        <script>for (const id of ['size', 'colour']) NiceSelect.bind(document.getElementById(id), { searchable: id === 'colour' });</script>`,
    }),
  tasks: [
    {
      title: 'choose a size',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_select', { ref: await agent.need(/^combobox "Size"/), values: ['Large'] });
        await agent.sees(/Large/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => [
          document.getElementById('size').value,
          document.querySelector('.nice-select .current').textContent,
        ]),
        ['Large', 'Large'],
      ],
    },
    {
      title: 'choose a colour by hand, by searching for it',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.call('browser_click', { ref: agent.refs(/^clickable "(Select an option|Red)"/).at(-1) });
        await agent.type(/^(textbox|searchbox)/, 'bl');
        await agent.click(/^(?!combobox)\S+ "Blue"/);
      },
      truth: async ({ page }) => [await page.evaluate(() => document.getElementById('colour').value), 'Blue'],
    },
  ],
};

export const flatpickr = {
  name: 'flatpickr',
  version: versionOf('flatpickr'),
  start: () =>
    servePage({
      title: 'Appointment',
      head: style('flatpickr/dist/flatpickr.min.css') + script('flatpickr/dist/flatpickr.min.js'),
      body: `<h1>Appointment</h1><label for="day">Day</label> <input id="day"><br><label for="time">Time</label> <input id="time">
        <script>flatpickr('#day', { defaultDate: '2026-05-04' }); flatpickr('#time', { enableTime: true, noCalendar: true, dateFormat: 'H:i', time_24hr: true, defaultDate: '09:00' });</script>`,
    }),
  tasks: [
    {
      title: 'pick a day',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^textbox "Day"/);
        await agent.click(/"May 21, 2026"|^clickable "21"/);
        await agent.sees(/2026-05-21/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => document.getElementById('day').value),
        '2026-05-21',
      ],
    },
    {
      title: 'pick a day of the next month',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^textbox "Day"/);
        await agent.call('browser_click', {
          ref: agent.ref(/^\S+ "[^"]*(next|Next)/) ?? agent.refs(/^clickable( \(|$)/).at(-1),
        });
        await agent.click(/"June 9, 2026"|^clickable "9"/);
      },
      truth: async ({ page }) => [
        await page.evaluate(() => document.getElementById('day').value),
        '2026-06-09',
      ],
    },
    {
      title: 'set a time',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^textbox "Time"/);
        await agent.fill([
          [/^spinbutton "Hour"/, '14'],
          [/^spinbutton "Minute"/, '30'],
        ]);
        await agent.press('Enter');
      },
      truth: async ({ page }) => [await page.evaluate(() => document.getElementById('time').value), '14:30'],
    },
  ],
};
