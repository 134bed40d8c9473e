async function handler(request) {
  // A build for production leaves out what follows, and the mock with it.
  if (process.env.NODE_ENV === 'production') return new Response(null, { status: 404 });
  const { answer } = await import('./mock.js');
  return answer(request);
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
