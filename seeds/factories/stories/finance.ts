import type { Desk } from './story.js';

export const finance: Desk = {
  words: {
    bank:
      'Nordhaven Bank, Kessler Bank, Banco Meridiano, Alder & Finch, Trident Savings, Fjordbank, ' +
      'Castellan Group, Lagerhaus Bank, Crédit du Littoral, Union Mutual',
    firm:
      'Halden Group, Tessaro, Cobalt Works, Quillon Insurance, Vantor, Brandt & Sohn, Northmoor, Oriel Systems, ' +
      'Lysander Pharma, Marchetti Tools, Sundstrom Paper, Calder Aerospace',
    fund:
      'Birchwood Capital, Stonegate Partners, Arclight Equity, Harbinger Growth, Seven Oaks, Loch & Leven, ' +
      'Amber Road, Longitude Partners',
    euro: 'Portugal, Austria, Ireland, Finland, Spain, Belgium, Italy, Lithuania',
    crown: 'Norway, Hungary, Sweden, Switzerland, Poland, Iceland, Romania, Denmark',
  },
  outlets: 'The Ledger, Market Morning, Capital Notes, Bourse Daily, Credit Review, The Floor',
  stories: [
    {
      category: 'Central banks',
      title:
        'Central bank of {crown} {d:holds its rate at/unchanged for the third meeting|cuts its rate to/lowered by a quarter point|raises its rate to/raised by a quarter point} {pct:1.75-4.75/0.25}%',
      lead: 'The rate was {d.1}; {n:five|six|eight} of nine members were in favour.',
      more: [
        'Governor {person} spoke of risks that are &ldquo;broadly balanced&rdquo;.',
        'The currency hardly moved after the announcement.',
      ],
    },
    {
      category: 'Economy',
      title:
        'Inflation in {country} {d:slows/cheaper energy and furniture|quickens/dearer food and rents} to {pct:1.4-3.9}% in {lastmonth}',
      lead: 'The statistics office pointed to {d.1}; prices without food and energy rose by <b>{core:1.9-3.2}%</b>.',
      more: [
        'Economists had expected almost exactly that figure.',
        'Services remain the most stubborn part, up {srv:3.1-4.9}% on the year.',
      ],
    },
    {
      category: 'Results',
      title:
        '{firm} profit {d:rises/helped/fuller order books|falls/hurt/weak demand from carmakers} {pct:3-19}% in the fourth quarter',
      lead: 'Net income of €{m:38-640} million was {d.1} by {d.2}.',
      more: [
        'The board proposes a dividend of <b>€{e:0.40-2.80}</b> a share.',
        'Chief executive {person} called the outlook &ldquo;steady rather than exciting&rdquo;.',
      ],
    },
    {
      category: 'Deals',
      title: '{firm} agrees to buy {firm2} for €{m:240-980/10}m',
      lead: 'The offer is {pct:18-41}% above the last closing price and has the backing of both boards.',
      more: [
        'Savings of €{s=m*0.06}m a year are expected from the third year on.',
        'Competition authorities in four countries have to agree.',
      ],
    },
    {
      category: 'Private equity',
      title:
        '{fund} raises €{bn:0.8-4.6}bn for {what:mid-sized industrial firms|energy networks|health clinics|software makers}',
      lead: 'The fund closed above its target after {n:9-16} months; pension funds supplied <em>more than half</em> of the money.',
      more: [
        'Its predecessor returned {x:1.6-2.4} times the capital invested.',
        'A first purchase is expected before the summer.',
      ],
    },
    {
      category: 'Listings',
      title: '{firm} picks {exchange:Amsterdam|Stockholm|Milan|Frankfurt|Paris} for share sale worth €{m:300-1400/50}m',
      lead: 'About {pct:20-40}% of the company will be sold, half of it by its founders.',
      more: [
        'Books are to open in {nextmonth} if markets stay calm.',
        'Three of the last five newcomers trade below their issue price.',
      ],
    },
    {
      category: 'Bonds',
      title: '{euro} sells €{bn:2.1-6.4}bn of {n:seven|ten|fifteen|thirty}-year bonds at {pct:2.4-4.1}%',
      lead: 'Orders reached {x:2.1-4.2} times the amount on offer, the debt office said on {workday}.',
      more: [
        'Foreign investors took around two thirds.',
        'The proceeds refinance a loan that falls due in <b>{nextmonth}</b>.',
      ],
    },
    {
      category: 'Banking',
      title: '{bank} to close {n:12-64} branches and open {k:3-9} advice centres',
      lead: 'The bank says nine in ten payments are now made by phone; no compulsory redundancies are planned.',
      more: [
        'Mayors of several smaller towns have asked for a <a href="https://consumer.example/cash">cash guarantee</a>.',
        'A bus with a counter will visit {m:20-55} villages once a week.',
      ],
    },
    {
      category: 'Supervision',
      title: '{bank} fined €{m:4-68}m for reporting suspicious payments too late',
      lead: 'Alerts lay untouched for up to {n:70-240/10} days between {year-4} and {year-2}, the supervisor found.',
      more: [
        'The bank does not contest the decision and has hired {k:90-310/10} people for its checks.',
        'It is the <em>second</em> penalty of its kind this year.',
      ],
    },
    {
      category: 'People',
      title: '{firm} names {person} as chief executive',
      lead: 'The appointment takes effect on the first of {nextmonth}; the chair praised &ldquo;a calm hand in two difficult years&rdquo;.',
      more: [
        'The current head stays on as an adviser until the annual meeting.',
        'Shares closed {pct:0.4-2.9}% {dir:higher|lower}.',
      ],
    },
    {
      category: 'Property',
      title:
        'Office vacancy in {town} {d:drops to/take up to a month less|rises to/take up to a month more} {pct:4.1-13.8}%',
      lead: 'Lettings {d.1} than a year ago, brokers say, and small floors are in demand.',
      more: [
        'Prime rent is unchanged at €{e:180-420/10} a square metre a year.',
        'Owners of two older towers are looking at <b>conversion into flats</b>.',
      ],
    },
    {
      category: 'Shares',
      title:
        'Shares in {firm} {d:jump/after a large order from the rail industry/gain|slide/after an order was put off/loss} {pct:4.2-13.9}%',
      lead: 'The stock moved {d.1}; it was the sharpest daily {d.2} since the half-year results.',
      more: ['Volume was {x:3-7} times the usual.', 'Analysts at {bank} kept their <em>neutral</em> rating.'],
    },
    {
      category: 'Pensions',
      title:
        'Pension funds in {country} move €{bn:1.2-9.4}bn into {what:bridges and railways|rented housing|wind and solar power|water companies}',
      lead: 'New rules let them hold up to {pct:15-30}% in assets that are not traded daily.',
      more: [
        'Savers will see the fees on their yearly statement.',
        'Critics warn that such holdings are <em>hard to value</em>.',
      ],
    },
    {
      category: 'Payments',
      title: '{bank} opens instant payments to {n:20-140/10},000 small firms',
      lead: 'Money arrives within ten seconds, day and night, at no extra charge.',
      more: [
        'Recipients’ names are checked against the account before a payment leaves.',
        'Rivals charge up to {ct:25-80} cents per transfer.',
      ],
    },
    {
      category: 'Labour market',
      title:
        'Unemployment in {country} {d:edges down to/care, building and logistics/added|edges up to/industry, temporary work and retail/lost} {pct:3.1-8.7}%',
      lead: 'Over three months, {d.1} {d.2} <b>{n:3-27},000 jobs</b>.',
      more: [
        'Vacancies are still above their level of five years ago.',
        'Wages grew by {w:2.6-4.4}% on average, the labour office said.',
      ],
    },
    {
      category: 'Start-ups',
      title:
        'Money for young firms in {country} {d:recovers/up/larger rounds are back|dries up/down/investors prefer firms that they already know}',
      lead: 'They raised €{m:120-890/10}m last quarter, {d.1} {pct:8-34}% on the year: {d.2}.',
      more: ['Health technology took the largest part.', 'One round in {n:four|five|six} was led from abroad.'],
    },
    {
      category: 'Insurance',
      title:
        'Insurers to pay for hail damage in {region} {when:within ten days|without inspection up to €2,000|from a joint fund}',
      lead: 'Some {n:6-48},000 claims have come in; the average is <b>€{e:1900-5200/100}</b>.',
      more: [
        'Premiums for roofs with solar panels may go up.',
        'Only half of the houses were covered at all, a consumer group estimates.',
      ],
    },
    {
      category: 'Industry',
      title: '{firm} moves its {what:head office|design office|research centre|main warehouse} to {town}',
      lead: 'The step concerns {n:120-780/10} posts; {pct:55-80}% of the staff are willing to go along.',
      more: [
        'The city offered neither land nor money, its mayor stressed.',
        'Closeness to suppliers &amp; universities tipped the balance.',
      ],
    },
  ],
};
