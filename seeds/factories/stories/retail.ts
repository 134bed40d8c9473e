import type { Desk } from './story.js';

export const retail: Desk = {
  words: {
    chain:
      'Bellweather, Grünmarkt, Tilda & Co, Casa Nova, Fennel & Rye, Hemsley, Lindqvist, Ropewalk, Marlowe Foods, ' +
      'Corner & Sons, Petit Panier',
    product:
      'coffee, olive oil, butter, nappies, washing powder, chocolate, breakfast cereal, orange juice, cat food, razors',
  },
  outlets: 'Shelf Life, The Till, High Street News, Basket Report, Trade & Counter, Consumer Notes',
  stories: [
    {
      category: 'Sales',
      title:
        '{chain} sales {d:up/Fresh food and own brands did best|down/Furniture and garden goods did worst} {pct:1.2-7.8}% in {lastmonth}',
      lead: '{d.1}, the retailer said; online orders made up <b>{o:8-24}%</b>.',
      more: ['Shops open for more than a year did slightly better.', 'The full-year outlook is unchanged.'],
    },
    {
      category: 'Stores',
      title: '{chain} to open {n:12-60} small shops at railway stations in {country}',
      lead: 'They measure about {m:120-260/10} square metres and stay open until eleven at night.',
      more: [
        'Bread, fruit and ready meals fill most of the shelves.',
        'Suppliers deliver by cargo bike <em>before the rush hour</em>.',
      ],
    },
    {
      category: 'Stores',
      title: '{chain} closes department store in {town} after {n:48-121} years',
      lead: 'The {jobs:90-340/10} employees are offered posts elsewhere; the city wants offices &amp; flats above a food hall.',
      more: ['The clearance sale begins on Saturday.', 'Clothing had moved online faster than the chain could shrink.'],
    },
    {
      category: 'Loyalty',
      title: '{chain} ends member-only prices for {product}',
      lead: 'Shoppers without the app paid up to {pct:18-42}% more, which a court found unfair.',
      more: ['Points already earned remain valid for two years.', 'The retailer counts {n:1.1-6.9} million members.'],
    },
    {
      category: 'Returns',
      title: '{chain} to charge {e:1.50-3.90/0.10} euros for returned parcels',
      lead: 'Half of all fashion orders come back; returns to a shop stay free.',
      more: [
        'Faulty goods are exempt, as <a href="https://consumer.example/returns">the law requires</a>.',
        'A rival dropped its own charge after {n:5-11} months.',
      ],
    },
    {
      category: 'Prices',
      title: 'Shops in {country} cut price of {product} by up to {pct:6-24}%',
      lead: '{chain} went first on {workday}, and others followed within hours.',
      more: [
        'Raw material prices have fallen since the autumn.',
        'Makers of branded goods give no discount <b>so far</b>.',
      ],
    },
    {
      category: 'Labels',
      title: '{country} wants shops to mark shrunken packs of {product}',
      lead: 'A sign would have to stay up for {n:60-120/10} days wherever less is sold for the same price.',
      more: [
        'Inspectors found {k:140-620/10} cases in a year.',
        'Retailers say the duty should be the <em>manufacturer’s</em>.',
      ],
    },
    {
      category: 'Second-hand',
      title: '{chain} gives {pct:5-14}% of its floor to second-hand {what:clothes|furniture|toys|bicycles}',
      lead: 'Customers bring in used goods and are paid in vouchers; each piece is checked and cleaned.',
      more: [
        'A trial in {town} sold out within a week.',
        'Margins are lower than on new goods, but <b>people come more often</b>.',
      ],
    },
    {
      category: 'Checkouts',
      title: '{chain} brings back staffed tills in {n:40-290/10} shops',
      lead: 'Theft at self-service tills had doubled, and older customers stayed away.',
      more: ['About one till in three will remain self-service.', 'The change creates {k:120-690/10} part-time jobs.'],
    },
    {
      category: 'Delivery',
      title: 'Grocery delivery by {chain} reaches {town}',
      lead: 'Orders placed before noon arrive the same evening; the fee is €{e:2.50-5.90/0.20}.',
      more: ['Two electric vans serve each district.', 'Earlier attempts by start-ups in the city had failed.'],
    },
    {
      category: 'Suppliers',
      title: '{chain} takes {product} off its shelves in price dispute',
      lead: 'The supplier asks for {pct:6-17}% more, the retailer offers {cmp:1-4}%.',
      more: ['Customers find own brands in the gap.', 'Talks resume in {nextmonth}, both sides said.'],
    },
    {
      category: 'Own brands',
      title: 'Own-label {product} now sells better than brands at {chain}',
      lead: 'The share has grown by {p:4-11} percentage points in two years.',
      more: [
        'In blind tastings, testers could rarely tell them apart.',
        'The goods come from {n:three|four|five} makers in {region} &amp; {region2}.',
      ],
    },
    {
      category: 'Rents',
      title:
        'Shop rents in {town} {d:fall/Landlords now accept shorter leases and a share of sales|rise/Food chains and gyms compete for the few free corners} {pct:3-12}%',
      lead: '{d.1}, brokers report.',
      more: [
        'On the main street {n:4-14}% of shops are empty.',
        'Side streets have filled up with <em>workshops and studios</em>.',
      ],
    },
    {
      category: 'Consumers',
      title:
        'Consumers in {country} {d:more/best/plan larger purchases again|less/worst/put off larger purchases} confident',
      lead: 'The index reached its {d.1} value in {n:6-18} months; households {d.2}.',
      more: [
        'Savings remain higher than before.',
        'The survey asked {k:1200-2400/100} people in the first week of the month.',
      ],
    },
    {
      category: 'People',
      title: '{chain} picks {person} to run its business in {country}',
      lead: 'The new head comes from logistics and starts on the first of {nextmonth}.',
      more: ['The chain has {n:60-410/10} shops there.', 'Analysts expect <b>simpler ranges</b> and fewer warehouses.'],
    },
    {
      category: 'Online',
      title: '{chain} opens its website to other sellers',
      lead: 'Some {n:120-840/10} merchants take part at first; the retailer checks goods and handles complaints.',
      more: ['It takes {pct:8-15}% of each sale.', 'Customers see <b>who sells</b> before they pay.'],
    },
    {
      category: 'Opening hours',
      title: 'Shops in {region} may open on {n:six|eight|ten|twelve} Sundays a year',
      lead: 'The union had gone to court over an unlimited rule and won in part.',
      more: ['Bakeries and florists are not affected.', 'Staff receive {pct:50-100/25}% on top for those hours.'],
    },
    {
      category: 'Markets',
      title: 'Farmers’ market in {town} moves to the evening',
      lead: 'Stallholders now sell from four to nine, and takings have risen by {pct:18-46}%.',
      more: [
        'Office workers are the new customers; early birds grumble.',
        'Music is allowed until eight, <em>without amplifiers</em>.',
      ],
    },
  ],
};
