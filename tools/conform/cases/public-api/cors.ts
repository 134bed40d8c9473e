import type { Case } from '../../case.js';

export const corsCases: readonly Case[] = [
  {
    id: 'public-api/cors/origins',
    title: 'pages of every origin may call the APIs',
    ids: ['X25'],
    needs: ['reader'],
    switch: 'corsOrigin',
    steps: async ({ reader, behavior: { corsOrigin }, origins, observe }) => {
      const isAllowed = async (origin: string) => {
        const { headers } = await reader.get('/brief', { headers: { origin } });
        return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
      };
      const isOpen = await isAllowed('https://conform.example');
      const listed = new Set([...(corsOrigin === '*' ? [] : corsOrigin), ...origins]);
      const allowed: string[] = [];
      for (const origin of isOpen ? [] : listed) if (await isAllowed(origin)) allowed.push(origin);
      observe(isOpen ? '*' : allowed);
    },
  },
];
