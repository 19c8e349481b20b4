import { script, servePage, style } from '../site.mjs';
import { versionOf } from './servers.mjs';

const description = {
  openapi: '3.0.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: { summary: 'All pets', tags: ['pets'], responses: { 200: { description: 'The pets' } } },
      post: {
        summary: 'Take in a pet',
        tags: ['pets'],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: { type: 'string' }, legs: { type: 'integer' } } },
            },
          },
        },
        responses: { 200: { description: 'It is in' } },
      },
    },
    '/find': {
      get: {
        summary: 'Find a pet',
        tags: ['pets'],
        parameters: [
          { name: 'name', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'kind', in: 'query', schema: { type: 'string', enum: ['cat', 'dog', 'fish'] } },
        ],
        responses: { 200: { description: 'Found' } },
      },
    },
  },
};

/** The page on which an HTTP interface is described and tried out. */
export default {
  name: 'swagger-ui',
  version: versionOf('swagger-ui-dist'),
  async start() {
    const asked = [];
    const site = await servePage({
      title: 'Pets',
      head: style('swagger-ui-dist/swagger-ui.css') + script('swagger-ui-dist/swagger-ui-bundle.js'),
      body: `<div id="ui"></div><script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui' });</script>`,
      routes: {
        'GET /openapi.json': () => description,
        'GET /pets': () => [{ name: 'Tom' }],
        'POST /pets': (body) => {
          asked.push(['POST', JSON.parse(body)]);
          return { id: 4711 };
        },
        'GET /find': (_body, { url }) => {
          asked.push(['GET', url]);
          return { found: 'Rex the dog' };
        },
      },
    });
    return { ...site, asked };
  },
  tasks: [
    {
      title: 'ask for a dog by its name',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "GET \/find/);
        await agent.click(/^button "Try it out"/);
        await agent.fill([
          [/^textbox "name/, 'Rex'],
          [/^combobox .*"dog"/, 'dog'],
        ]);
        await agent.click(/^button "Execute"/);
        await agent.sees(/Rex the dog/);
      },
      truth: ({ asked }) => [asked, [['GET', '/find?name=Rex&kind=dog']]],
    },
    {
      title: 'send a body',
      async play(agent, { url }) {
        await agent.open(url);
        await agent.click(/^button "POST \/pets/);
        await agent.click(/^button "Try it out"/);
        await agent.type(/^textbox .*multiline/, '{"name": "Tom", "legs": 4}', { clearFirst: true });
        await agent.click(/^button "Execute"/);
        await agent.sees(/4711/);
      },
      truth: ({ asked }) => [asked, [['POST', { name: 'Tom', legs: 4 }]]],
    },
  ],
};
