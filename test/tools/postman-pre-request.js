const session = { 'X-Mock-Session': 'worker-1' };
pm.sendRequest({ url: `${pm.variables.get('baseUrl')}/__mock/reset`, method: 'POST', header: session });
